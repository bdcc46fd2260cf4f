import type { Feature } from '#domain/account/entitlements'

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** The supervisor's desk and its operations tab. */
export const liveOperationsText = {
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

  oneChange: (who: string, what: string, container: string) => `${who}: ${what}, contenedor ${container}.`,
  manyChanges: (count: number) => `${count} cambios en las operaciones activas.`,
} as const
