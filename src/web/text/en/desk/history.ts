import type * as es from '../../es/desk/history.ts'
import type { Words } from '../../words.ts'

const NUMBERS = new Intl.NumberFormat('en')
const count = (n: number): string => NUMBERS.format(n)

export const history: Words<typeof es.history> = {
  heading: 'My Operation Logs',
  showing: (shown, total) => `Showing ${count(shown)} of ${count(total)} events`,
  loading: 'Loading the event records',
  refresh: 'Refresh the logs',
  refreshed: 'Logs refreshed',
  refreshFailed: { title: 'Error', description: 'The data could not be refreshed' },

  search: 'Search',
  searchHint: 'Operator, container...',
  clearText: 'Clear the text',
  operator: 'Operator',
  container: 'Container',
  dates: 'Dates',
  all: 'All',
  operators: 'Operators',
  containers: 'Containers',
  eventTypes: 'Event types',
  nothingFound: 'No matches',
  unknownOperator: (id) => `Operator ${id}`,
  filters: 'Filters',
  moreFilters: 'Advanced filters',
  activeFilters: (n) => (n === 1 ? '1 active filter' : `${n} active filters`),
  outside: 'Outside the park',
  outsideHint: 'Only steps recorded outside their place; without dates, those of the last 90 days',
  clear: 'Clear filters',
  clearOne: (name) => `Remove ${name}`,
  operatorsFailed: 'The operators could not be loaded',
  containersFailed: 'The containers could not be loaded',

  fresh: (n) => (n === 1 ? '1 new event' : `${count(n)} new events`),
  filteredHint: 'No event matches the filters. Widen the dates or remove a filter.',
  moreFailed: 'No more events could be loaded.',
  loadingMore: 'Loading more events',
  end: 'There are no more events.',

  export: 'Export',
  exportTitle: 'Export as CSV',
  exportHint: 'The events that match the filters are exported, within the period.',
  period: 'Period',
  periods: {
    7: 'Last 7 days',
    14: 'Last 14 days',
    30: 'Last 30 days',
    90: 'Last 90 days',
    0: 'All records',
  },
  exportStart: 'Export CSV',
  exportCancel: 'Cancel the export',
  exportPreparing: 'Preparing the file...',
  exportProgress: (done, total) =>
    total === null ? `${count(done)} records` : `${count(done)} of ${count(total)} records`,
  exporting: 'Exporting',
  exported: 'Export successful',
  exportedCount: (n) => (n === 1 ? '1 record was exported.' : `${count(n)} records were exported.`),
  exportFailed: 'The records could not be exported',
  exportIncomplete: 'The file arrived incomplete. Try again.',
  exportLost: 'The connection was lost. Check your network and try again.',
}
