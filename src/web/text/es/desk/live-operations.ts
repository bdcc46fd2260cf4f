import type { Feature } from '#domain/account/entitlements'
import type { StepType } from '#domain/operation/steps'
import { formatDurationMinutes } from '#domain/time/duration'

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const briefMinutes = (seconds: number): string =>
  seconds < 3600 ? String(Math.floor(seconds / 60)) : formatDurationMinutes(seconds)

const EXPECTED: Partial<Record<StepType, string>> = {
  arrived_at_park: 'Llega al parque',
  exit_park: 'Sale del parque',
}

/** The supervisor's desk and its operations tab. */
export const liveOperations = {
  title: 'Sistema de Gestión de Transporte - Supervisor',
  premium: 'Premium',
  updated: 'Actualizado:',
  never: 'sin datos',
  justNow: 'Just now',
  secondsAgo: (count: number) => `${count} seconds ago`,
  minutesAgo: (count: number) => `${count} minutes ago`,
  refresh: 'Actualizar ahora',
  refreshAll: 'Refrescar Todo',
  refreshed: 'Datos actualizados',
  refreshFailed: { title: 'Error', description: 'No se pudieron actualizar los datos' },

  tabs: 'Secciones',
  operationsTab: 'Operaciones',
  heading: 'Operaciones de Transporte Activas',
  count: (count: number) => plural(count, 'operación activa', 'operaciones activas'),
  empty: 'No hay operaciones activas',
  addOperator: 'Agregar operador',
  emptyHint: (operators: number | null) => {
    if (operators === 0)
      return 'Todavía no tiene operadores. Registre al primero para que inicie una operación.'
    if (operators === null) return 'En cuanto un operador inicie una operación, aparecerá aquí sin recargar.'
    return `En cuanto ${operators === 1 ? 'su operador' : `alguno de sus ${operators} operadores`} inicie una operación, aparecerá aquí sin recargar.`
  },
  loadFailed: 'Error al cargar los datos',
  offlineNote: 'Sin conexión en vivo. La lista se renueva cada 15 segundos mientras vuelve.',
  lastKnown: (time: string, ago: string) =>
    `Sin conexión. Esto es lo último que se supo, a las ${time} (${ago}). Se actualiza solo en cuanto vuelva.`,
  loading: 'Cargando las operaciones',

  load: 'Carga',
  unload: 'Descarga',
  inState: 'en este estado',
  resumingNote: 'El operador retoma el viaje después de una parada.',
  ended: 'Operación completada',
  endedNote: 'Saldrá de la lista al retirar el puntero.',
  lastCompleted: 'Último paso completado',
  operator: 'Operador',
  totalDuration: 'Duración total',
  location: 'Ubicación',
  coordinates: 'Coordenadas',
  noPosition: 'Sin ubicación registrada',
  openMap: 'Ver en el mapa',
  fullView: 'Ver completo',
  share: 'Compartir',
  copied: 'Copiado',
  linkCopied: 'Enlace copiado',
  copyFailed: 'No se pudo copiar el enlace',
  copyByHand: 'Copie el enlace a mano desde la tarjeta.',
  shareFailed: 'No se pudo crear el enlace. Inténtelo de nuevo.',
  link: 'Enlace de seguimiento',

  locked: 'Función premium no disponible',
  featureNames: {
    kpiVisibility: 'Indicadores de Rendimiento',
    realTimeInfo: 'Operaciones en Tiempo Real',
    operationLogs: 'Logs de Operación',
    fullScreenEnabled: 'Pantalla Completa',
    linkSharing: 'Enlaces Compartidos',
  } satisfies Record<Feature, string>,
  enable: (feature: string) => `Habilitar ${feature}`,
  upsell: (feature: string) => `${feature} es una función premium que hoy no está activa en su cuenta.`,
  contactAdministrator: 'Para activarla, contacte al administrador.',

  showMap: 'Mapa y demoras',
  skip: 'Saltar al contenido',
  search: 'Buscar operación',
  searchHint: 'Contenedor, operador o lugar',
  filters: 'Mostrar solo',
  filterNames: {
    stopped: 'Detenidos',
    waiting: 'En espera',
    unusual: 'Fuera de lo normal',
    outside: 'Fuera del parque',
  },
  sorting: 'Ordenar por',
  sortingNames: {
    delay: 'Mayor demora',
    free: 'Menos tiempo libre',
    newest: 'Más reciente',
    number: 'Contenedor',
    operator: 'Operador',
  },
  view: 'Vista',
  viewNames: { cards: 'Tarjetas', rows: 'Filas' },
  newOperations: (count: number) => plural(count, 'operación nueva', 'operaciones nuevas'),
  noMatch: 'Ninguna operación coincide',
  noMatchHint: (count: number) =>
    count === 1
      ? 'Hay 1 operación activa fuera de este filtro.'
      : `Hay ${count} operaciones activas en total.`,
  showEverything: 'Mostrar todas',
  columns: {
    container: 'Contenedor',
    state: 'Estado',
    time: 'En el paso',
    detention: 'Estadía',
    operator: 'Operador',
    place: 'Lugar',
    type: 'Tipo',
  },
  cardKeys: 'Flechas: acciones de la operación. Entrar: ver el detalle.',
  openDetail: (container: string) => `Ver el detalle de ${container}`,

  closeDetail: 'Cerrar el detalle',
  callShort: 'Llamar',
  noPhone: 'Sin teléfono registrado',
  doubtfulNumber: 'El último dígito no corresponde a este número: compárelo con el operador',
  timeline: 'Eventos de la operación, el más reciente primero',
  trackOf: (count: number) => `Recorrido con ${plural(count, 'posición', 'posiciones')}`,
  detailLoading: 'Cargando el detalle',
  detailFailed: 'No se pudo cargar el detalle',
  packAfterEnd: 'El expediente se puede descargar cuando la operación termine.',

  exceptionsTitle: 'Fuera de lo normal',
  openAlert: (containerNumber: string) => `Ver el aviso de ${containerNumber}`,
  exceptionsHint: 'Paradas, y pasos que tardan más que 3 de cada 4 de los últimos 28 días.',
  noExceptions: 'Todo va dentro de lo normal.',
  withoutHistory: (count: number) =>
    `${plural(count, 'operación', 'operaciones')} sin historial suficiente para comparar.`,
  call: (name: string) => `Llamar a ${name}`,
  since: (time: string) => `desde ${time}`,
  /** Behind the time in the step: '48 min; normal 22'. */
  againstNormal: (normalSeconds: number): string => `; normal ${briefMinutes(normalSeconds)}`,
  normal: (seconds: number) => `normal ${formatDurationMinutes(seconds)}`,
  overdue: 'Sobre lo normal',
  expectedShort: (step: StepType): string => EXPECTED[step] ?? 'Termina',
  freeTime: (time: string) => `${time} libres`,
  detentionEnded: (days: number) => `Se cuentan los primeros ${days} días.`,
  running: (what: string) => `corre: ${what}`,
  detention: (time: string, amount: string | null) =>
    amount === null ? `corre: ${time}` : `corre: ${amount} · ${time}`,
  expectedTitle: 'Próximos pasos',
  expectedHint: 'La mitad de los viajes parecidos llega a la primera hora, 9 de cada 10 a la segunda.',
  expectedRange: (from: string, to: string) => `${from} a ${to}`,
  expectedLate: 'más tarde de lo normal',
  expectedUnknown: 'sin historial suficiente',
  normalsFailed: 'No se pudo cargar el tiempo normal de cada paso.',

  map: 'Mapa de las operaciones activas',
  mapLoading: 'Cargando el mapa',
  mapEmpty: 'Ninguna operación activa tiene posición todavía.',
  noPositionCount: (count: number) => `${plural(count, 'operación', 'operaciones')} sin posición`,
  fitAll: 'Ver todas',
  mapSizes: { side: 'Mapa a media pantalla', half: 'Mapa a toda la pantalla', full: 'Reducir el mapa' },
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  schematic: 'Esquema sin mapa de fondo',
  park: 'Zona del parque',
  legend: 'Leyenda',
  together: (count: number) => plural(count, 'operación', 'operaciones'),

  oneChange: (who: string, what: string, container: string) => `${who}: ${what}, contenedor ${container}.`,
  manyChanges: (count: number) => `${count} cambios en las operaciones activas.`,
} as const
