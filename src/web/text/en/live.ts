import type * as es from '../es/live.ts'
import type { Words } from '../words.ts'

export const live: Words<typeof es.live> = {
  serverError: 'WebSocket Error',
  trouble: {
    no_url: {
      title: 'WebSocket Connection Error',
      description: 'The address of the live connection could not be made. Reload the page.',
    },
    no_socket: {
      title: 'Connection Error',
      description: 'The live connection could not be opened. It will be tried again.',
    },
  },
  sessionEnded: 'Session ended',
}
