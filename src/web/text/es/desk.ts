/** Names of the desk's further tabs; the tabs bring their own words when they are opened. */
export const desk = {
  kpisTab: 'Indicadores',
  detentionTab: 'Estadía',
  logsTab: 'Logs',
  operatorsTab: 'Operadores',
  alertsTab: 'Avisos',
  alertsWaiting: (waiting: number) =>
    waiting === 1 ? '1 aviso sin atender' : `${waiting} avisos sin atender`,
} as const
