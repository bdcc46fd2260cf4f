/** A choice of days, from and to. */
export const dayRangeText = {
  hint: 'Todas',
  clear: (name: string) => `Quitar ${name}`,
  previousMonth: 'Mes anterior',
  nextMonth: 'Mes siguiente',
  previousYear: 'Año anterior',
  nextYear: 'Año siguiente',
  previousDecade: 'Década anterior',
  nextDecade: 'Década siguiente',
} as const
