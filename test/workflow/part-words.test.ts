import { expect, it } from 'vitest'
import { OPERATION_TYPES, PARK_INTERVALS, stepsOf, workflowRow } from '#domain/operation/steps'

it('a part of the visit lasts between the steps that its words say (src/server/text/evidence)', () => {
  const lasts = (type: (typeof OPERATION_TYPES)[number]) => {
    const steps = stepsOf(type)
    return Object.fromEntries(
      PARK_INTERVALS.map((part) => {
        const belongs = steps.map((step) => workflowRow(type, step).parkInterval === part)
        return [part, [steps[belongs.indexOf(true)], steps[belongs.lastIndexOf(true) + 1]]]
      }),
    )
  }
  for (const type of OPERATION_TYPES) {
    expect(lasts(type)).toEqual({
      accessTime: ['arrived_at_park', 'access_granted'],
      parkingTime: ['access_granted', 'vehicle_parked'],
      loadUnloadTime: ['vehicle_parked', `${type}_complete`],
      exitTime: [`${type}_complete`, 'exit_park'],
    })
  }
})
