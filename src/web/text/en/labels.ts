import type { LabelWords } from '../labels.ts'

export const labels: LabelWords = {
  steps: {
    start_trip: 'Start trip',
    en_route: 'En route to the park',
    arrived_at_park: 'Arrival at the park',
    access_granted: 'Access granted',
    vehicle_parked: 'Vehicle parked',
    load_complete: 'Loading completed',
    unload_complete: 'Unloading completed',
    exit_park: 'Exit from the park',
    end_trip: 'End operation',
  },
  stops: { stop_bathroom: 'Stop: Bathroom', stop_fuel: 'Stop: Fuel', stop_rest: 'Stop: Rest' },
  resumed: 'Resume route',
  completed: 'Completed',
  statuses: {
    start_trip: 'Starting trip',
    en_route: 'Driving to the park',
    resume_route: 'Resuming trip',
    arrived_at_park: 'Waiting for access',
    access_granted: 'Parking the vehicle',
    load_complete: 'Leaving the park',
    unload_complete: 'Leaving the park',
    exit_park: 'Finishing operation',
    end_trip: 'Operation completed',
  },
  loading: 'Loading',
  unloading: 'Unloading',
  phases: {
    driving: 'On the way',
    waiting: 'Waiting',
    working: 'At work',
    stopped: 'Stopped',
    done: 'Finished',
  },
}
