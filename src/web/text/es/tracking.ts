import type { Words } from '../words.ts'

/** The public tracking page. */
export const tracking = {
  title: 'Seguimiento de Contenedor',
  tabs: 'Vistas',
  current: 'Estado Actual',
  history: 'Historial',
  inProgress: 'En Progreso',
  completed: 'Completado',
  load: 'Carga',
  unload: 'Descarga',
  loading: 'Cargando el seguimiento',
  inState: 'Tiempo en este estado',
  since: 'desde',
  finishedAt: 'Terminó',
  next: 'Siguiente paso',
  steps: 'Pasos de la operación',
  progress: 'Avance de la operación',
  done: 'hecho',
  isNext: 'siguiente',
  pending: 'pendiente',
  lastCompleted: 'Último paso completado',
  operator: 'Operador',
  totalDuration: 'Duración total',
  location: 'Ubicación',
  coordinates: 'Coordenadas',
  noPosition: 'Sin ubicación registrada',
  openMap: 'Ver en el mapa',
  fullMap: 'Ver en mapa completo',
  statusOnly:
    'Por seguridad de la carga, esta vista muestra el avance sin operador ni ubicación. Para verlos, pida el enlace de seguimiento a su transportista.',
  offline: (time: string) =>
    `Sin conexión. Se muestra lo último que se supo, a las ${time}. Se actualizará solo.`,
  noEvents: 'Todavía no hay eventos registrados.',
  openInterval: 'en curso',
  wholeTrip: 'viaje completo',

  loadFailed: 'Error al cargar datos del contenedor',
  noId: 'No se proporcionó ID de contenedor',
  containerFailed: 'No se pudo obtener información del contenedor',
  eventsFailed: 'No se pudieron obtener los eventos',
  notFound: 'No se encontró información para este contenedor',
  noIdHint: 'Abra el enlace de seguimiento completo que le compartieron.',
  notFoundHint: 'Revise que el número o el enlace estén completos.',
  tryAgainHint: 'Revise su conexión e inténtelo de nuevo.',
  home: 'Volver al Inicio',
} as const

export type TrackingWords = Words<typeof tracking>
