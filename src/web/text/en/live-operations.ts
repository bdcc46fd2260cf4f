import type * as es from '../es/live-operations.ts'
import type { Words } from '../words.ts'

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const minutesText = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
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
  refreshOperations: 'Refresh the operations',
  count: (count) => plural(count, 'active operation', 'active operations'),
  empty: 'There are no active operations',
  emptyHint: (operators) => {
    if (operators === 0)
      return 'You have no operators yet. Add the first one so that they can start an operation.'
    if (operators === null) return 'As soon as an operator starts an operation it appears here by itself.'
    return `As soon as ${operators === 1 ? 'your operator' : `one of your ${operators} operators`} starts an operation it appears here by itself.`
  },
  loadFailed: 'The data could not be loaded',
  offlineNote: 'No live connection. The list is renewed every 15 seconds until it is back.',
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
  closeLink: 'Close the link',

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
  stuckTitle: 'Longest in their step',
  stuckHint: 'Time in the current step against the normal one: what 3 of 4 took in the last 28 days.',
  stuck: (elapsedSeconds, normalSeconds) => {
    const normal = Math.floor(normalSeconds / 60)
    return `${minutesText(elapsedSeconds)}; normal ${normal < 60 ? normal : minutesText(normalSeconds)}`
  },
  noHistory: 'not enough history',
  late: 'Above normal',
  inTime: 'Within normal',
  showAll: (count) => `Show all ${count}`,
  showFewer: 'Show fewer',
  stuckFailed: 'The normal time of each step could not be loaded.',
  goToCard: (container) => `Go to the card of ${container}`,

  map: 'Map of the active operations',
  mapLoading: 'Loading the map',
  mapFailed: 'The map could not be loaded',
  mapEmpty: 'No active operation has a position yet.',
  noPositionCount: (count) => `${plural(count, 'operation', 'operations')} without a position`,
  fitAll: 'Show all',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  schematic: 'Schematic without a background map',
  park: 'Area of the park',
  legend: 'Legend',
  together: (count) => plural(count, 'operation', 'operations'),

  oneChange: (who, what, container) => `${who}: ${what}, container ${container}.`,
  manyChanges: (count) => `${count} changes in the active operations.`,
}
