import { z } from 'zod'
import { correctedResponse, correctionRequest, correctionsResponse } from '../http/desk/corrections.ts'
import { driverPlacesResponse } from '../http/driver/places.ts'
import { tripGuideResponse } from '../http/driver/trip-guide.ts'
import {
  eventResponse,
  operationResponse,
  recordEventRequest,
  startOperationRequest,
  startOperationResponse,
} from '../http/operations.ts'
import { endpointsOf } from './endpoint.ts'
import { byOperation } from './params.ts'

export const operationsEndpoints = {
  ...endpointsOf(
    { tag: 'Operación', audience: 'operator', cost: 'press' },
    {
      'GET /api/operator/places': {
        cost: 'read',
        summary: 'Los lugares en uso del supervisor, para el destino y la llegada',
        answer: driverPlacesResponse,
        tagged: true,
      },
      'POST /api/containers': {
        summary: 'Iniciar una operación',
        body: startOperationRequest,
        answer: startOperationResponse,
        status: 201,
        replayed: true,
        errors: [409],
      },
      'GET /api/containers/active': {
        cost: 'light',
        summary: 'Operación activa propia',
        answer: operationResponse.nullable(),
        tagged: true,
      },
      'POST /api/events': {
        summary: 'Registrar un paso, una parada o la continuación del viaje',
        body: recordEventRequest,
        answer: eventResponse,
        status: 201,
        replayed: true,
        errors: [404, 409],
      },
      'GET /api/events/:containerId': {
        cost: 'read',
        params: byOperation,
        audience: 'signed-in',
        feature: ['realTimeInfo', 'operationLogs'],
        summary:
          'Eventos de una operación que cuentan, del más reciente al más antiguo; con include=retracted también los retirados',
        query: z.object({ include: z.literal('retracted').optional() }),
        answer: z.array(eventResponse),
        tagged: true,
        errors: [404],
      },
      'GET /api/operator/guide': {
        cost: 'figures',
        summary: 'Tiempos normales, último destino propio y teléfono del supervisor',
        answer: tripGuideResponse,
      },
    },
  ),
  ...endpointsOf(
    { tag: 'Correcciones', audience: 'signed-in', cost: 'press' },
    {
      'POST /api/containers/:containerId/corrections': {
        params: byOperation,
        summary: 'Corregir una operación; el registro original se conserva',
        body: correctionRequest,
        answer: correctedResponse,
        status: 201,
        replayed: true,
        errors: [404, 409, 422],
      },
      'GET /api/containers/:containerId/corrections': {
        cost: 'read',
        params: byOperation,
        feature: ['realTimeInfo', 'operationLogs'],
        summary: 'Correcciones de una operación, de la más reciente a la más antigua',
        answer: correctionsResponse,
        errors: [404],
      },
    },
  ),
}
