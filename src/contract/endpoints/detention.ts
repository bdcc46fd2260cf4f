import {
  contractRequest,
  contractResponse,
  contractsResponse,
  detentionMonthQuery,
  detentionMonthResponse,
  detentionNowResponse,
  settlementsQuery,
  settlementsResponse,
  settleRequest,
  settleResponse,
} from '../http/desk/detention.ts'
import { endpointsOf } from './endpoint.ts'
import { byId } from './params.ts'

export const detentionEndpoints = endpointsOf(
  { tag: 'Estadía', audience: 'supervisor', feature: 'kpiVisibility', cost: 'light' },
  {
    'GET /api/detention/contracts': {
      cost: 'read',
      summary: 'Los acuerdos de estadía, y lo que pueden nombrar',
      answer: contractsResponse,
    },
    'POST /api/detention/contracts': {
      summary: 'Crear un acuerdo de estadía',
      body: contractRequest,
      answer: contractResponse,
      status: 201,
      errors: [404, 409],
    },
    'PUT /api/detention/contracts/:id': {
      summary: 'Cambiar un acuerdo de estadía, o terminarlo con un último día',
      params: byId,
      body: contractRequest,
      answer: contractResponse,
      errors: [404, 409],
    },
    'GET /api/detention/now': {
      cost: 'figures',
      summary: 'Lo acordado para cada operación que está en su lugar, para calcularlo al minuto',
      answer: detentionNowResponse,
    },
    'GET /api/detention': {
      cost: 'figures',
      summary: 'La estadía de un mes, por cliente',
      query: detentionMonthQuery,
      answer: detentionMonthResponse,
    },
    'POST /api/detention/settlements': {
      cost: 'bulk',
      summary:
        'Marcar visitas, o el mes de un cliente, como por cobrar, enviado, en disputa, cobrado o condonado',
      body: settleRequest,
      answer: settleResponse,
      errors: [404, 409],
    },
    'GET /api/detention/settlements': {
      cost: 'read',
      summary: 'Qué se dijo del cobro de una visita, o del mes de un cliente',
      query: settlementsQuery,
      answer: settlementsResponse,
    },
  },
)
