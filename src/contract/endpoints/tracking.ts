import { productConfigResponse } from '../http/product-config.ts'
import { publicContainerResponse, publicEventsResponse } from '../http/public/tracking.ts'
import { endpointsOf } from './endpoint.ts'
import { byOperation } from './params.ts'

export const trackingEndpoints = endpointsOf(
  { tag: 'Seguimiento público', audience: 'anyone', cost: 'read' },
  {
    'GET /api/public/containers/:containerId': {
      params: byOperation,
      summary: 'Estado de un contenedor',
      answer: publicContainerResponse,
      tagged: true,
      errors: [404],
    },
    'GET /api/public/events/:containerId': {
      params: byOperation,
      summary: 'Historial de un contenedor, del más reciente al más antiguo',
      answer: publicEventsResponse,
      tagged: true,
      errors: [404],
    },
    'GET /api/config': {
      cost: 'light',
      summary: 'Configuración que la página necesita',
      answer: productConfigResponse,
    },
  },
)
