import { shareResponse } from '../http/operations.ts'
import {
  createLinkRequest,
  linkedOperationsResponse,
  linkResponse,
  linksResponse,
} from '../http/public/links.ts'
import { endpointsOf } from './endpoint.ts'
import { byLinkOfOperation, byOperation } from './params.ts'

export const linksEndpoints = endpointsOf(
  { tag: 'Enlaces', audience: 'supervisor', feature: 'linkSharing', cost: 'light' },
  {
    'POST /api/containers/:containerId/share': {
      params: byOperation,
      summary: 'Compartir el enlace público de una operación',
      answer: shareResponse,
      status: 201,
      errors: [404, 409],
    },
    'GET /api/containers/:containerId/links': {
      cost: 'read',
      params: byOperation,
      secret: true,
      summary: 'Los enlaces de una operación, con sus vistas',
      answer: linksResponse,
      errors: [404],
    },
    'GET /api/supervisor/links': {
      cost: 'figures',
      summary: 'Las operaciones propias que algún enlace abre, también las terminadas',
      answer: linkedOperationsResponse,
    },
    'POST /api/containers/:containerId/links': {
      params: byOperation,
      summary: 'Crear otro enlace, con nivel, vencimiento y nombre',
      body: createLinkRequest,
      answer: linkResponse,
      status: 201,
      errors: [404, 409],
    },
    'DELETE /api/containers/:containerId/links/:linkId': {
      params: byLinkOfOperation,
      summary: 'Anular un enlace; «default» es el de la operación',
      errors: [404],
    },
  },
)
