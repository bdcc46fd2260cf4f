import type * as es from '../es/admin-metrics.ts'
import type { Words } from '../words.ts'

export const adminMetrics: Words<typeof es.adminMetrics> = {
  heading: 'Metrics by supervisor',
  supervisor: 'Supervisor',
  choose: 'Choose a supervisor',
  chooseHint: 'Choose a supervisor to see what their operators have recorded so far.',
  nothingFound: 'No supervisor matches',
  firstOnly: (shown, all) => `The list shows ${shown} of ${all}: type part of the name to find the others.`,
  loading: 'Loading the metrics',
  loadFailed: 'The metrics of the supervisor could not be loaded',
  none: 'No data',
  noneHint: 'Their operators have not recorded anything yet.',
  views: 'Which metrics to see',
  summary: 'Summary',
  operators: 'Operators',
  activity: 'Activity',

  activeOperators: 'Active operators',
  trips: 'Trips',
  sessions: 'Sessions',
  containers: 'Containers',
  hours: 'Hours',
  sharedLinks: 'Shared links',
  utilization: 'Utilization',
  utilizationHint: 'Active operators over the limit',
  sessionsHint: 'Days with records, by operator',
  tripsHint: 'Finished operations',
  hoursHint: 'Of finished operations',
  containersHint: 'Different container numbers',
  ofLimit: (active, limit) => `${active} / ${limit}`,

  operator: 'Operator',
  state: 'Status',
  activityOf: (measure) => `${measure} by operator`,
}
