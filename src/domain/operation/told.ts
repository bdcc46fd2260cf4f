import { type EventType, isStop } from './steps.ts'

/** A stop whose kind is not told: 'Baño' says more of a person than a client needs. */
export const SOME_STOP = 'stop'
export type ToldEventType = EventType | typeof SOME_STOP

/** What is told of an event, with or without the kind of a stop. */
export const toldEvent = (eventType: EventType, withKind: boolean): ToldEventType =>
  !withKind && isStop(eventType) ? SOME_STOP : eventType
