import { ENGLISH_COMPLETED_LABEL, englishEventLabel, englishStatusLabel } from '#domain/operation/labels-en'
import type { StepType } from '#domain/operation/steps'
import { formatMinutes } from '#domain/time/duration'
import type { TrackingPageWords } from './es.ts'

function range(from: number, to: number): string {
  const step = to > 3600 ? 5 : 1
  const least = Math.floor(from / 60 / step) * step
  const most = Math.max(1, Math.ceil(to / 60 / step) * step)
  if (least === 0) return `in less than ${formatMinutes(most)}`
  if (least === most) return `in about ${formatMinutes(most)}`
  return `in ${most < 60 ? least : formatMinutes(least)} to ${formatMinutes(most)}`
}

const EXPECTED: Partial<Record<StepType, string>> = {
  arrived_at_park: 'Usually arrives at the park between',
  exit_park: 'Usually leaves the park between',
}

export const english: TrackingPageWords = {
  locale: 'en',
  otherLanguage: { code: 'es', name: 'Español' },
  title: 'Container Tracking',
  eventLabel: englishEventLabel,
  statusLabel: englishStatusLabel,
  completedStep: ENGLISH_COMPLETED_LABEL,
  place: ({ name, km }) => (km === null ? name : `${km} km from ${name}`),

  tabs: 'Views',
  current: 'Current Status',
  history: 'History',
  inProgress: 'In Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
  cancelledStatus: 'Operation cancelled',
  corrected: 'corrected',
  load: 'Load',
  unload: 'Unload',
  inState: 'Time in this state',
  since: 'since',
  finishedAt: 'Finished',
  next: 'Next step',
  usual: (from, to) => `Usually goes on ${range(from, to)}.`,
  expected: (step) => EXPECTED[step] ?? 'Usually ends between',
  and: 'and',
  noForecast: 'Time of arrival: too little history to tell it.',
  overdue: 'It is taking longer than usual.',
  stop: 'Stop',
  track: 'Way to the last position',
  lastPosition: 'Last position',
  notify: 'Tell me when it is completed',
  notifyOn: 'We will tell you in this browser while this page stays open.',
  notifyDone: 'Operation completed',
  steps: 'Steps of the operation',
  progress: 'Progress of the operation',
  stepStates: { done: 'done', next: 'next', pending: 'pending' },
  lastCompleted: 'Last completed step',
  operator: 'Operator',
  destination: 'Destination',
  totalDuration: 'Total duration',
  location: 'Location',
  coordinates: 'Coordinates',
  noPosition: 'No location recorded',
  openMap: 'View on the map',
  fullMap: 'View on the full map',
  opensNewTab: '(opens in another tab)',
  withoutPosition:
    'To keep the cargo safe, this view shows the progress without driver or location. To see them, ask your carrier for the tracking link.',
  withoutTimes: 'This link shows the progress, without times, driver or location.',
  momentAgo: 'a moment ago',
  minutesAgo: '# min ago',
  hoursAgo: '# h ago',
  eventsFailed: 'The events could not be obtained.',
  offline: 'No connection.',
  lastKnown: 'This is what was last known, at #. It will update by itself.',
  openInterval: 'under way',
  wholeTrip: 'whole trip',
  refresh: 'Refresh',
  zone: (zone) => `Times of the zone ${zone}.`,

  searchTitle: 'Track a container',
  searchLabel: 'Container number or link',
  searchHint: 'Four letters and seven digits, such as MSKU 123456 5.',
  searchWrong: 'That is no container number. Type the four letters and the seven digits painted on the box.',
  searchButton: 'Track',
  shared: 'Shared from this browser',
  forgetShared: 'Forget',

  loadFailed: 'The data of the container could not be loaded',
  noId: 'No container ID was given',
  containerFailed: 'No information about the container could be obtained',
  notFound: 'No information was found for this container',
  noIdHint: 'Open the complete tracking link that was shared with you.',
  notFoundHint: 'Check that the number or the link is complete. A link may also have expired.',
  tryAgainHint: 'Wait a moment and try again.',
  maintenanceTitle: 'Acarreo is under maintenance',
  maintenanceHint:
    'The trip goes on and its steps are kept. We will be back in a few minutes; this page will open by itself.',
  home: 'Back to the beginning',
  retry: 'Retry',
}
