import { type StepType, stepsOf } from '#domain/operation/steps'

/** What is pressed after the start of a load, in order, up to the end of the trip. */
export const REST_OF_TRIP: readonly StepType[] = stepsOf('load').slice(1)
