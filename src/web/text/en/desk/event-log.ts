import type * as es from '../../es/desk/event-log.ts'
import type { Words } from '../../words.ts'

export const eventLog: Words<typeof es.eventLog> = {
  caption: 'Event log',
  dateTime: 'Date/Time',
  operator: 'Operator',
  container: 'Container',
  event: 'Event',
  duration: 'Duration',
  location: 'Location',
  seconds: (n) => `${n} s`,
  open: 'Under way',
  onPhone: 'On the phone',
  onServer: 'Sent',
  noLocation: 'No location',
  map: 'View on map',
  recordedLate: (after) => `recorded ${after} later`,
  bothTimes: (happened, recorded) => `Happened: ${happened}. Recorded: ${recorded}.`,
  adjusted: (reported) => `time adjusted, phone ${reported}`,
  adjustedTimes: (reported, happened, recorded) =>
    `The phone said: ${reported}. Nearest possible time: ${happened}. Recorded: ${recorded}.`,
  poorPosition: 'Approximate position',
  accuracy: (distance) => `Accuracy: ${distance}.`,
  fixAge: (before) => `Taken ${before} before the step was recorded.`,
  empty: 'There are no event records.',
  emptyHint: 'Events appear here when operators record actions.',
  invalid: 'The event records could not be loaded.',
}
