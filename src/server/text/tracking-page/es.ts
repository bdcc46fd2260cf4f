import type { Place } from '#domain/geo/place-name'
import { CANCELLED_LABEL, COMPLETED_LABEL, eventLabel, statusLabel } from '#domain/operation/labels'
import type { StepType } from '#domain/operation/steps'
import { formatMinutes } from '#domain/time/duration'

/** 'entre 5 y 10 min': whole minutes, and steps of five beyond an hour, so that it promises nothing exact. */
function range(from: number, to: number): string {
  const step = to > 3600 ? 5 : 1
  const least = Math.floor(from / 60 / step) * step
  const most = Math.max(1, Math.ceil(to / 60 / step) * step)
  if (least === 0) return `menos de ${formatMinutes(most)}`
  if (least === most) return `unos ${formatMinutes(most)}`
  return `entre ${most < 60 ? least : formatMinutes(least)} y ${formatMinutes(most)}`
}

const EXPECTED: Partial<Record<StepType, string>> = {
  arrived_at_park: 'Normalmente llega al parque entre',
  exit_park: 'Normalmente sale del parque entre',
}

/** The public tracking page, which the server makes. `#` stands for what the page's script fills in. */
export const spanish = {
  locale: 'es-MX',
  otherLanguage: { code: 'en', name: 'English' },
  title: 'Seguimiento de Contenedor',
  eventLabel,
  statusLabel,
  completedStep: COMPLETED_LABEL,
  place: ({ name, km }: Place) => (km === null ? name : `a ${km} km de ${name}`),

  tabs: 'Vistas',
  current: 'Estado Actual',
  history: 'Historial',
  inProgress: 'En Progreso',
  completed: 'Completado',
  cancelled: 'Anulada',
  cancelledStatus: CANCELLED_LABEL,
  corrected: 'corregido',
  load: 'Carga',
  unload: 'Descarga',
  inState: 'Tiempo en este estado',
  since: 'desde',
  finishedAt: 'Terminó',
  next: 'Siguiente paso',
  /** In seconds, from now on. */
  usual: (from: number, to: number): string => `Normalmente faltan ${range(from, to)}.`,
  /** Before two times of day. */
  expected: (step: StepType): string => EXPECTED[step] ?? 'Normalmente termina entre',
  and: 'y',
  noForecast: 'Hora de llegada: sin historial suficiente para decirla.',
  overdue: 'Está tardando más de lo habitual.',
  stop: 'Parada',
  track: 'Recorrido hasta la última posición',
  lastPosition: 'Última posición',
  notify: 'Avisarme al completar',
  notifyOn: 'Le avisaremos en este navegador mientras esta página siga abierta.',
  notifyDone: 'Operación completada',
  steps: 'Pasos de la operación',
  progress: 'Avance de la operación',
  stepStates: { done: 'hecho', next: 'siguiente', pending: 'pendiente' },
  lastCompleted: 'Último paso completado',
  operator: 'Operador',
  destination: 'Destino',
  totalDuration: 'Duración total',
  location: 'Ubicación',
  coordinates: 'Coordenadas',
  noPosition: 'Sin ubicación registrada',
  openMap: 'Ver en el mapa',
  fullMap: 'Ver en mapa completo',
  opensNewTab: '(se abre en otra pestaña)',
  withoutPosition:
    'Por seguridad de la carga, esta vista muestra el avance sin operador ni ubicación. Para verlos, pida el enlace de seguimiento a su transportista.',
  withoutTimes: 'Este enlace muestra el avance, sin horas, operador ni ubicación.',
  momentAgo: 'hace un momento',
  minutesAgo: 'hace # min',
  hoursAgo: 'hace # h',
  eventsFailed: 'No se pudieron obtener los eventos.',
  offline: 'Sin conexión.',
  lastKnown: 'Se muestra lo último que se supo, a las #. Se actualizará solo.',
  openInterval: 'en curso',
  wholeTrip: 'viaje completo',
  refresh: 'Actualizar',
  zone: (zone: string) => `Horas de la zona ${zone}.`,

  searchTitle: 'Rastrear un contenedor',
  searchLabel: 'Número de contenedor o enlace',
  searchHint: 'Cuatro letras y siete dígitos, como MSKU 123456 5.',
  searchWrong:
    'Eso no es un número de contenedor. Escriba las cuatro letras y los siete dígitos que lleva la caja.',
  searchButton: 'Rastrear',
  shared: 'Compartidos desde este navegador',
  forgetShared: 'Olvidar',

  loadFailed: 'Error al cargar datos del contenedor',
  noId: 'No se proporcionó ID de contenedor',
  containerFailed: 'No se pudo obtener información del contenedor',
  notFound: 'No se encontró información para este contenedor',
  noIdHint: 'Abra el enlace de seguimiento completo que le compartieron.',
  notFoundHint: 'Revise que el número o el enlace estén completos. Un enlace también puede haber vencido.',
  tryAgainHint: 'Espere un momento e inténtelo de nuevo.',
  maintenanceTitle: 'Estamos dando mantenimiento a Acarreo',
  maintenanceHint:
    'El viaje sigue su curso y sus pasos se guardan. Volvemos en unos minutos; esta página se abrirá sola.',
  home: 'Volver al Inicio',
  retry: 'Reintentar',
}

/** What the other language must have. */
export type TrackingPageWords = typeof spanish
