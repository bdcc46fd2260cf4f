import { ENGLISH_COMPLETED_LABEL, englishEventLabel, englishStatusLabel } from '#domain/operation/labels-en'
import type * as es from '../es/labels.ts'
import type { Words } from '../words.ts'

export const labels: Words<typeof es.labels> = {
  eventLabel: englishEventLabel,
  statusLabel: englishStatusLabel,
  completed: ENGLISH_COMPLETED_LABEL,
  place: ({ name, km }) => (km === null ? name : `${km} km from ${name}`),
  phases: {
    driving: 'On the way',
    waiting: 'Waiting',
    working: 'At work',
    stopped: 'Stopped',
    done: 'Finished',
  },
}
