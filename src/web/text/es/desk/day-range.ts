/** A choice of days, from and to. */
export const dayRange = {
  hint: 'Todas',
  today: 'Hoy',
  yesterday: 'Ayer',
  lastWeek: 'Últimos 7 días',
  clear: (name: string) => `Quitar ${name}`,
  zoneNote: (zone: string) => `Días según la hora de ${zone.replace(/^.*\//, '').replaceAll('_', ' ')}`,
  previousMonth: 'Mes anterior',
  nextMonth: 'Mes siguiente',
  previousYear: 'Año anterior',
  nextYear: 'Año siguiente',
  previousDecade: 'Década anterior',
  nextDecade: 'Década siguiente',
} as const
