import type { Words } from '../words.ts'

const NUMBERS = new Intl.NumberFormat('es-MX')
const count = (n: number): string => NUMBERS.format(n)

/** 'Mis Logs de Operación'. */
export const history = {
  heading: 'Mis Logs de Operación',
  showing: (shown: number, total: number) => `Mostrando ${count(shown)} de ${count(total)} eventos`,
  loading: 'Cargando los registros de eventos',
  refresh: 'Actualizar los logs',
  refreshed: 'Logs actualizados',
  refreshFailed: { title: 'Error', description: 'No se pudieron actualizar los datos' },

  search: 'Buscar',
  searchHint: 'Contenedor, lugar, evento...',
  clearText: 'Borrar el texto',
  operator: 'Operador',
  container: 'Contenedor',
  dates: 'Fechas',
  all: 'Todos',
  operators: 'Operadores',
  containers: 'Contenedores',
  eventTypes: 'Tipos de evento',
  nothingFound: 'Sin coincidencias',
  unknownOperator: (id: number) => `Operador ${id}`,
  filters: 'Filtros',
  moreFilters: 'Filtros avanzados',
  activeFilters: (n: number) => (n === 1 ? '1 filtro activo' : `${n} filtros activos`),
  clear: 'Limpiar filtros',
  clearOne: (name: string) => `Quitar ${name}`,
  operatorsFailed: 'Error al cargar operadores',
  containersFailed: 'Error al cargar contenedores',

  fresh: (n: number) => (n === 1 ? '1 evento nuevo' : `${count(n)} eventos nuevos`),
  filteredHint: 'Ningún evento coincide con los filtros. Amplíe las fechas o quite algún filtro.',
  moreFailed: 'No se pudieron cargar más eventos.',
  loadingMore: 'Cargando más eventos',
  end: 'No hay más eventos.',

  export: 'Exportar',
  exportTitle: 'Exportar a CSV',
  exportHint: 'Se exportan los eventos que coinciden con los filtros, dentro del periodo.',
  period: 'Periodo',
  periods: {
    7: 'Últimos 7 días',
    14: 'Últimos 14 días',
    30: 'Últimos 30 días',
    90: 'Últimos 90 días',
    0: 'Todos los registros',
  },
  exportStart: 'Exportar CSV',
  exportCancel: 'Cancelar exportación',
  exportPreparing: 'Preparando el archivo...',
  exportProgress: (done: number, total: number | null) =>
    total === null ? `${count(done)} registros` : `${count(done)} de ${count(total)} registros`,
  exporting: 'Exportando',
  exported: 'Exportación exitosa',
  exportedCount: (n: number) => (n === 1 ? 'Se exportó 1 registro.' : `Se exportaron ${count(n)} registros.`),
  exportFailed: 'Error al exportar los registros',
  exportIncomplete: 'El archivo llegó incompleto. Inténtelo de nuevo.',
  exportLost: 'Se perdió la conexión. Revise su red e inténtelo de nuevo.',
} as const

export type HistoryWords = Words<typeof history>
