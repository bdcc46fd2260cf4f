/** The log table of operators and supervisors. */
export const eventLogText = {
  caption: 'Registro de eventos',
  dateTime: 'Date/Time',
  operator: 'Operador',
  container: 'Contenedor',
  event: 'Event',
  duration: 'Duration',
  location: 'Location',
  seconds: (n: number) => `${n} s`,
  open: 'En curso',
  noLocation: 'Sin ubicación',
  map: 'Ver en mapa',
  empty: 'No hay registros de eventos disponibles.',
  emptyHint: 'Los eventos aparecen aquí cuando los operadores registran acciones.',
  invalid: 'Error al cargar los registros de eventos.',
} as const
