import type { Feature } from '#domain/account/entitlements'

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const minutesText = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
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
  refreshOperations: 'Actualizar las operaciones',
  count: (count: number) => plural(count, 'operación activa', 'operaciones activas'),
  empty: 'No hay operaciones activas',
  emptyHint: (operators: number | null) => {
    if (operators === 0)
      return 'Todavía no tiene operadores. Registre al primero para que inicie una operación.'
    if (operators === null) return 'En cuanto un operador inicie una operación, aparecerá aquí sin recargar.'
    return `En cuanto ${operators === 1 ? 'su operador' : `alguno de sus ${operators} operadores`} inicie una operación, aparecerá aquí sin recargar.`
  },
  loadFailed: 'Error al cargar los datos',
  offlineNote: 'Sin conexión en vivo. La lista se renueva cada 15 segundos mientras vuelve.',
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
  closeLink: 'Cerrar el enlace',

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
  stuckTitle: 'Más tiempo en su paso',
  stuckHint: 'Tiempo en el paso actual frente al normal: lo que tardan 3 de cada 4 en los últimos 28 días.',
  /** '48 min; normal 22': the unit once where both are minutes. */
  stuck: (elapsedSeconds: number, normalSeconds: number): string => {
    const normal = Math.floor(normalSeconds / 60)
    const said = normal < 60 ? String(normal) : minutesText(normalSeconds)
    return `${minutesText(elapsedSeconds)}; normal ${said}`
  },
  noHistory: 'sin historial suficiente',
  late: 'Sobre lo normal',
  inTime: 'Dentro de lo normal',
  showAll: (count: number) => `Ver las ${count}`,
  showFewer: 'Ver menos',
  stuckFailed: 'No se pudo cargar el tiempo normal de cada paso.',
  goToCard: (container: string) => `Ir a la tarjeta de ${container}`,

  map: 'Mapa de las operaciones activas',
  mapLoading: 'Cargando el mapa',
  mapFailed: 'No se pudo cargar el mapa',
  mapEmpty: 'Ninguna operación activa tiene posición todavía.',
  noPositionCount: (count: number) => `${plural(count, 'operación', 'operaciones')} sin posición`,
  fitAll: 'Ver todas',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  schematic: 'Esquema sin mapa de fondo',
  park: 'Zona del parque',
  legend: 'Leyenda',
  together: (count: number) => plural(count, 'operación', 'operaciones'),

  oneChange: (who: string, what: string, container: string) => `${who}: ${what}, contenedor ${container}.`,
  manyChanges: (count: number) => `${count} cambios en las operaciones activas.`,
} as const
