import type { EventType, OperationType, StopType } from './steps.ts'

/** The twins of labels.ts in English, for what people read; answers of the API keep the Spanish ones. */

const STOPS = {
  stop_bathroom: 'Stop: Bathroom',
  stop_fuel: 'Stop: Fuel',
  stop_rest: 'Stop: Rest',
} satisfies Record<StopType, string>

const EVENTS: Readonly<Record<EventType, string>> = {
  start_trip: 'Start trip',
  en_route: 'En route to the park',
  arrived_at_park: 'Arrival at the park',
  access_granted: 'Access granted',
  vehicle_parked: 'Vehicle parked',
  load_complete: 'Loading completed',
  unload_complete: 'Unloading completed',
  exit_park: 'Exit from the park',
  end_trip: 'End operation',
  ...STOPS,
  resume_route: 'Resume route',
}

/** The status that an event opens; `vehicle_parked` has one for each type of operation. */
const STATUSES: Readonly<Record<Exclude<EventType, 'vehicle_parked'>, string>> = {
  start_trip: 'Starting trip',
  en_route: 'Driving to the park',
  ...STOPS,
  resume_route: 'Resuming trip',
  arrived_at_park: 'Waiting for access',
  access_granted: 'Parking the vehicle',
  load_complete: 'Leaving the park',
  unload_complete: 'Leaving the park',
  exit_park: 'Finishing operation',
  end_trip: 'Operation completed',
}

export const ENGLISH_COMPLETED_LABEL = 'Completed'

export const englishEventLabel = (eventType: EventType): string => EVENTS[eventType]

export function englishStatusLabel(operationType: OperationType, eventType: EventType): string {
  if (eventType !== 'vehicle_parked') return STATUSES[eventType]
  return operationType === 'load' ? 'Loading' : 'Unloading'
}
