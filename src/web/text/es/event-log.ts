import type { Words } from '../words.ts'

/** The log table of operators and supervisors. */
export const eventLog = {
  caption: 'Registro de eventos',
  dateTime: 'Date/Time',
  operator: 'Operador',
  container: 'Contenedor',
  event: 'Event',
  duration: 'Duration',
  location: 'Location',
  seconds: (n: number) => `${n} s`,
  open: 'En curso',
  onPhone: 'En el teléfono',
  onServer: 'Enviado',
  noLocation: 'Sin ubicación',
  map: 'Ver en mapa',
  recordedLate: (after: string) => `registrado ${after} después`,
  bothTimes: (happened: string, recorded: string) => `Ocurrió: ${happened}. Registrado: ${recorded}.`,
  poorPosition: 'Posición aproximada',
  /** Where there is no room for the words. */
  accuracy: (distance: string) => `Exactitud: ${distance}.`,
  fixAge: (before: string) => `Tomada ${before} antes de registrar el paso.`,
  empty: 'No hay registros de eventos disponibles.',
  emptyHint: 'Los eventos aparecen aquí cuando los operadores registran acciones.',
  invalid: 'Error al cargar los registros de eventos.',
} as const

export type EventLogWords = Words<typeof eventLog>
