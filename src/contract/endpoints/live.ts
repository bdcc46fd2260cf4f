import { liveTokenResponse } from '../live/messages.ts'
import { endpointsOf } from './endpoint.ts'

export const liveEndpoints = endpointsOf(
  { tag: 'En vivo' },
  {
    'POST /api/live-token': {
      cost: 'light',
      audience: 'signed-in',
      summary: 'Boleto de un uso para /ws',
      answer: liveTokenResponse,
    },
  },
)
