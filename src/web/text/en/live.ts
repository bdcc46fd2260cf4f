import type { LiveWords } from '../es/live.ts'

export const live: LiveWords = {
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
