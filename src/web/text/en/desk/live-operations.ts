import type { StepType } from '#domain/operation/steps'
import { formatDurationMinutes } from '#domain/time/duration'
import type * as es from '../../es/desk/live-operations.ts'
import type { Words } from '../../words.ts'

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const briefMinutes = (seconds: number): string =>
  seconds < 3600 ? String(Math.floor(seconds / 60)) : formatDurationMinutes(seconds)

const EXPECTED: Partial<Record<StepType, string>> = {
  arrived_at_park: 'Arrives',
  exit_park: 'Leaves the park',
}

export const liveOperations: Words<typeof es.liveOperations> = {
  title: 'Transport Management System - Supervisor',
  premium: 'Premium',
  updated: 'Updated:',
  never: 'no data',
  justNow: 'Just now',
  secondsAgo: (count) => `${count} seconds ago`,
  minutesAgo: (count) => `${count} minutes ago`,
  refresh: 'Refresh now',
  refreshAll: 'Refresh all',
  refreshed: 'Data refreshed',
  refreshFailed: { title: 'Error', description: 'The data could not be refreshed' },

  tabs: 'Sections',
  operationsTab: 'Operations',
  heading: 'Active Transport Operations',
  count: (count) => plural(count, 'active operation', 'active operations'),
  empty: 'There are no active operations',
  addOperator: 'Add operator',
  emptyHint: (operators) => {
    if (operators === 0)
      return 'You have no operators yet. Add the first one so that they can start an operation.'
    if (operators === null) return 'As soon as an operator starts an operation it appears here by itself.'
    return `As soon as ${operators === 1 ? 'your operator' : `one of your ${operators} operators`} starts an operation it appears here by itself.`
  },
  loadFailed: 'The data could not be loaded',
  offlineNote: 'No live connection. The list is renewed every 15 seconds until it is back.',
  lastKnown: (time: string, ago: string) =>
    `No connection. This is what was last known, at ${time} (${ago}). It updates by itself when the connection is back.`,
  loading: 'Loading the operations',

  load: 'Load',
  unload: 'Unload',
  inState: 'in this state',
  resumingNote: 'The operator is resuming the trip after a stop.',
  ended: 'Operation completed',
  endedNote: 'It leaves the list when you move the pointer away.',
  lastCompleted: 'Last completed step',
  operator: 'Operator',
  totalDuration: 'Total duration',
  location: 'Location',
  coordinates: 'Coordinates',
  noPosition: 'No location recorded',
  openMap: 'View on the map',
  fullView: 'Full view',
  share: 'Share',
  copied: 'Copied',
  linkCopied: 'Link copied',
  copyFailed: 'The link could not be copied',
  copyByHand: 'Copy the link by hand from the card.',
  shareFailed: 'The link could not be made. Try again.',
  link: 'Tracking link',

  locked: 'Premium feature not available',
  featureNames: {
    kpiVisibility: 'Key Performance Indicators',
    realTimeInfo: 'Real-Time Operations',
    operationLogs: 'Operation Logs',
    fullScreenEnabled: 'Full Screen',
    linkSharing: 'Shared Links',
  },
  enable: (feature) => `Enable ${feature}`,
  upsell: (feature) => `${feature} is a premium feature that is not active in your account today.`,
  contactAdministrator: 'To activate it, contact the administrator.',

  showMap: 'Map and delays',
  skip: 'Skip to the content',
  search: 'Search operations',
  searchHint: 'Container, operator or place',
  filters: 'Show only',
  filterNames: {
    stopped: 'Stopped',
    waiting: 'Waiting',
    unusual: 'Out of the ordinary',
    outside: 'Outside the park',
  },
  sorting: 'Sort by',
  sortingNames: {
    delay: 'Longest delay',
    free: 'Least free time',
    newest: 'Newest',
    number: 'Container',
    operator: 'Operator',
  },
  view: 'View',
  viewNames: { cards: 'Cards', rows: 'Rows' },
  newOperations: (count) => plural(count, 'new operation', 'new operations'),
  noMatch: 'No operation matches',
  noMatchHint: (count) =>
    count === 1
      ? 'There is 1 active operation outside this filter.'
      : `There are ${count} active operations in all.`,
  showEverything: 'Show all',
  columns: {
    container: 'Container',
    state: 'State',
    time: 'In the step',
    detention: 'Detention',
    operator: 'Operator',
    place: 'Place',
    type: 'Type',
  },
  cardKeys: 'Arrows: actions of the operation. Enter: see the details.',
  openDetail: (container) => `See the details of ${container}`,

  closeDetail: 'Close the details',
  callShort: 'Call',
  noPhone: 'No phone on record',
  doubtfulNumber: 'The last digit does not fit this number: compare it with the driver',
  timeline: 'Events of the operation, newest first',
  trackOf: (count) => `Track with ${plural(count, 'position', 'positions')}`,
  detailLoading: 'Loading the details',
  detailFailed: 'The details could not be loaded',
  packAfterEnd: 'The evidence can be downloaded once the operation has ended.',

  exceptionsTitle: 'Out of the ordinary',
  openAlert: (containerNumber) => `See the alert of ${containerNumber}`,
  exceptionsHint: 'Stops, and steps that take longer than 3 of 4 in the last 28 days.',
  noExceptions: 'Everything is within normal.',
  withoutHistory: (count) => `${plural(count, 'operation', 'operations')} without enough history to compare.`,
  call: (name) => `Call ${name}`,
  since: (time) => `since ${time}`,
  againstNormal: (normalSeconds) => `; normal ${briefMinutes(normalSeconds)}`,
  normal: (seconds) => `normal ${formatDurationMinutes(seconds)}`,
  expectedShort: (step) => EXPECTED[step] ?? 'Ends',
  freeTime: (time) => `${time} free`,
  detentionEnded: (days) => `The first ${days} days are counted.`,
  running: (what) => `running: ${what}`,
  detention: (time, amount) => (amount === null ? `running: ${time}` : `running: ${amount} · ${time}`),
  expectedTitle: 'Next steps',
  expectedHint: 'Half of the trips like this one are there by the first time, 9 of 10 by the second.',
  expectedRange: (from, to) => `${from} to ${to}`,
  expectedLate: 'later than usual',
  expectedUnknown: 'too little history',
  overdue: 'Above normal',
  normalsFailed: 'The normal time of each step could not be loaded.',

  map: 'Map of the active operations',
  mapLoading: 'Loading the map',
  mapEmpty: 'No active operation has a position yet.',
  noPositionCount: (count) => `${plural(count, 'operation', 'operations')} without a position`,
  fitAll: 'Show all',
  mapSizes: {
    side: 'Map on half of the screen',
    half: 'Map on the whole screen',
    full: 'Make the map small',
  },
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  schematic: 'Schematic without a background map',
  park: 'Area of the park',
  legend: 'Legend',
  together: (count) => plural(count, 'operation', 'operations'),

  oneChange: (who, what, container) => `${who}: ${what}, container ${container}.`,
  manyChanges: (count) => `${count} changes in the active operations.`,
}
