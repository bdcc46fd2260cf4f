import type { Feature } from '#domain/account/entitlements'

/** The one dialog about the premium time: its beginning, its last days, its end. */
export const premium = {
  welcomeTitle: 'Bienvenido a Premium',
  welcome: 'Su cuenta tiene activas estas funciones:',
  until: (day: string) => `Su periodo premium termina el ${day}.`,
  start: 'Comenzar a usar',
  features: {
    realTimeInfo: 'Operaciones en tiempo real con mapa, lugares y avisos',
    kpiVisibility: 'Indicadores de rendimiento, reportes y estadía',
    operationLogs: 'Logs de operación con exportación',
    fullScreenEnabled: 'Vista completa de cada operación',
    linkSharing: 'Enlaces de seguimiento para compartir',
  } satisfies Record<Feature, string>,

  endingTitle: 'Su periodo premium está por terminar',
  ending: (days: number, day: string) =>
    days <= 1 ? `Termina en menos de un día, el ${day}.` : `Termina en ${days} días, el ${day}.`,
  endingHint: 'Al terminar se bloquean las funciones premium. Sus registros y sus operadores se conservan.',
  endedTitle: 'Su periodo premium terminó',
  ended: (day: string) => `Terminó el ${day}. Las funciones premium están bloqueadas.`,
  endedHint: 'Sus registros y sus operadores se conservan, y sus operadores pueden seguir trabajando.',
  renew: 'Para renovarlo, contacte al administrador:',
} as const
