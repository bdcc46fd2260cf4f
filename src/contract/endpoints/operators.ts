import { z } from 'zod'
import {
  createOperatorRequest,
  invitationResponse,
  operatorMetricsResponse,
  operatorResponse,
  publicInvitationResponse,
  updateOperatorRequest,
} from '../http/people/operators.ts'
import { endpointsOf } from './endpoint.ts'
import { byId, byToken } from './params.ts'

export const operatorsEndpoints = endpointsOf(
  { tag: 'Operadores', audience: 'supervisor', cost: 'light' },
  {
    'GET /api/users/operators': {
      cost: 'read',
      summary: 'Operadores propios',
      answer: z.array(operatorResponse),
    },
    'POST /api/users/operators': {
      cost: 'accounts',
      summary: 'Crear un operador',
      body: createOperatorRequest,
      answer: operatorResponse,
      status: 201,
      errors: [409],
    },
    'PUT /api/users/operators/:id': {
      params: byId,
      cost: 'accounts',
      summary: 'Cambiar nombre y teléfono, o la contraseña (que cierra sus sesiones)',
      body: updateOperatorRequest,
      answer: operatorResponse,
      errors: [404],
    },
    'DELETE /api/users/operators/:id': {
      params: byId,
      recentProof: true,
      summary: 'Eliminar un operador; sus operaciones y eventos se conservan',
      errors: [404, 409],
    },
    'GET /api/users/operators/:id/metrics': {
      params: byId,
      cost: 'figures',
      summary: 'Métricas de un operador: todo lo que ha registrado',
      answer: operatorMetricsResponse,
      errors: [404],
    },
    'POST /api/users/invitations': {
      cost: 'accounts',
      summary: 'Crear un enlace de invitación, válido 7 días para cualquier número de choferes',
      answer: invitationResponse,
      status: 201,
    },
    'DELETE /api/users/invitations': {
      summary: 'Anular todas las invitaciones propias',
    },
    'GET /api/public/invitations/:token': {
      cost: 'read',
      params: byToken,
      audience: 'anyone',
      summary: 'De quién es una invitación',
      answer: publicInvitationResponse,
      errors: [404],
    },
  },
)
