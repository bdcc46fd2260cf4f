import type { EventType, OperationType, Phase } from '#domain/operation/steps'
import { loadWords } from './load-words.ts'

const { labels } = await loadWords('page')

export const { eventLabel, statusLabel, completed: COMPLETED_LABEL } = labels

/** One word for what is going on. */
export const phaseWord = (phase: Phase): string => labels.phases[phase]

/** The status on the operator's own screen: after a resume the trip simply goes on. */
export const operatorStatusLabel = (operationType: OperationType, eventType: EventType): string =>
  statusLabel(operationType, eventType === 'resume_route' ? 'en_route' : eventType)
