/** Names of the desk's further tabs, which bring their own words when they are opened, and what several of them say. */
export const desk = {
  kpisTab: 'Indicadores',
  detentionTab: 'Estadía',
  logsTab: 'Logs',
  placesTab: 'Lugares',
  operatorsTab: 'Operadores',
  alertsTab: 'Avisos',
  alertsUnseen: (count: number) =>
    count === 1 ? '1 aviso que nadie ha visto' : `${count} avisos que nadie ha visto`,
  pack: 'Expediente',
  packOf: (what: string) => `Expediente: ${what}`,
  place: 'Lugar',
  outside: (distance: string) => `fuera del parque (${distance})`,
  outsideOf: (place: string) => `El paso se registró fuera de ${place}.`,
  idleTitle: 'Sesión cerrada por inactividad',
  idleLead: (minutes: number) =>
    `Pasaron ${minutes} minutos sin que nadie usara esta página. Lo que escribió sigue aquí: vuelva a entrar para continuar.`,
  idleContinue: 'Continuar',
  idleLeave: 'Salir',
  suggested: 'sugerida por el teléfono',
} as const
