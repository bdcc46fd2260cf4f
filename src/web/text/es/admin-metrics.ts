import type { Words } from '../words.ts'

/** Tab 'Métricas' of the administrator's console. */
export const adminMetrics = {
  heading: 'Métricas por supervisor',
  supervisor: 'Supervisor',
  choose: 'Elija un supervisor',
  chooseHint: 'Elija un supervisor para ver lo que sus operadores han registrado hasta hoy.',
  nothingFound: 'Ningún supervisor coincide',
  firstOnly: (shown: number, all: number) =>
    `La lista muestra ${shown} de ${all}: escriba parte del nombre para encontrar a los demás.`,
  loading: 'Cargando las métricas',
  loadFailed: 'No se pudieron cargar las métricas del supervisor',
  none: 'Sin datos',
  noneHint: 'Sus operadores todavía no han registrado nada.',
  views: 'Qué métricas ver',
  summary: 'Resumen',
  operators: 'Operadores',
  activity: 'Actividad',

  activeOperators: 'Operadores activos',
  trips: 'Viajes',
  sessions: 'Sesiones',
  containers: 'Contenedores',
  hours: 'Horas',
  sharedLinks: 'Enlaces compartidos',
  utilization: 'Utilización',
  utilizationHint: 'Operadores activos sobre el límite',
  sessionsHint: 'Días con registros, por operador',
  tripsHint: 'Operaciones terminadas',
  hoursHint: 'De operaciones terminadas',
  containersHint: 'Números de contenedor distintos',
  ofLimit: (active: number, limit: number) => `${active} / ${limit}`,

  operator: 'Operador',
  state: 'Estado',
  activityOf: (measure: string) => `${measure} por operador`,
} as const

export type AdminMetricsWords = Words<typeof adminMetrics>
