import type { LiveTrouble } from '../lib/live-connection.ts'
import { english } from './english.ts'
import type { Words } from './words.ts'

const es = {
  serverError: 'WebSocket Error',
  trouble: {
    no_url: {
      title: 'Error de Conexión WebSocket',
      description: 'No se pudo formar la dirección de la conexión en vivo. Recargue la página.',
    },
    no_socket: {
      title: 'Error de Conexión',
      description: 'No se pudo abrir la conexión en vivo. Se volverá a intentar.',
    },
  } satisfies Record<LiveTrouble, { title: string; description: string }>,
  sessionEnded: 'Sesión terminada',
}

export type LiveWords = Words<typeof es>
export const liveText: LiveWords = english?.live ?? es
