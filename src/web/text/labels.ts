import {
  COMPLETED_LABEL as COMPLETED,
  eventLabel as spanishEvent,
  statusLabel as spanishStatus,
} from '#domain/operation/labels'
import type { EventType, OperationType, Phase, StepType, StopType } from '#domain/operation/steps'
import { english } from './english.ts'

/** What the workflow's events and states are called where the domain's own words, which are Spanish, are not shown. */
export interface LabelWords {
  steps: Readonly<Record<StepType, string>>
  stops: Readonly<Record<StopType, string>>
  resumed: string
  completed: string
  /** The status that an event opens; `vehicle_parked` has one for each type of operation. */
  statuses: Readonly<Record<Exclude<EventType, StopType | 'vehicle_parked'>, string>>
  loading: string
  unloading: string
  phases: Readonly<Record<Phase, string>>
}

const words = english?.labels

const PHASES: LabelWords['phases'] = {
  driving: 'En camino',
  waiting: 'En espera',
  working: 'En maniobra',
  stopped: 'Detenido',
  done: 'Terminado',
}

/** One word for what is going on. */
export const phaseWord = (phase: Phase): string => (words?.phases ?? PHASES)[phase]

/** The last place of the tracker. */
export const COMPLETED_LABEL: string = words?.completed ?? COMPLETED

export const stepLabel = (step: StepType): string => words?.steps[step] ?? spanishEvent(step)

/** One event in a list. */
export function eventLabel(eventType: EventType): string {
  if (!words) return spanishEvent(eventType)
  if (eventType === 'resume_route') return words.resumed
  return { ...words.steps, ...words.stops }[eventType]
}

/** The status that supervisors and the tracking page show. */
export function statusLabel(operationType: OperationType, eventType: EventType): string {
  if (!words) return spanishStatus(operationType, eventType)
  if (eventType === 'vehicle_parked') return operationType === 'load' ? words.loading : words.unloading
  return { ...words.statuses, ...words.stops }[eventType]
}

/** The status on the operator's own screen: after a resume the trip simply goes on. */
export const operatorStatusLabel = (operationType: OperationType, eventType: EventType): string =>
  statusLabel(operationType, eventType === 'resume_route' ? 'en_route' : eventType)
