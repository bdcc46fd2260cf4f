import { expect, it, vi } from 'vitest'
import { PARK_GAPS } from '#domain/kpi/park-timings'
import { createWorkflow, type EventType, type ParkInterval, WORKFLOW } from '#domain/operation/steps'

/** The product with a step that only loads have, between load_complete and exit_park, and a part of the visit for it. */
vi.mock('../../src/domain/operation/steps.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('#domain/operation/steps')>()
  const { load, unload } = real.WORKFLOW
  const tables = {
    load: {
      ...load,
      load_complete: { ...load.load_complete, next: ['sealing'] as never },
      sealing: {
        ...load.load_complete,
        label: 'Sellado',
        parkInterval: 'sealingTime' as never,
        next: ['exit_park'] as never,
      },
    },
    unload,
  }
  const stepTypes = real.STEP_TYPES.flatMap((type) =>
    type === 'exit_park' ? (['sealing', type] as never[]) : [type],
  )
  return {
    ...real,
    STEP_TYPES: stepTypes,
    PARK_INTERVALS: [...real.PARK_INTERVALS, 'sealingTime'],
    WORKFLOW: tables,
    ...real.createWorkflow(tables, stepTypes),
  }
})

it('begins and ends its time with the steps of the trips that have it', () => {
  expect(PARK_GAPS['sealingTime' as ParkInterval]).toEqual({
    within: ['sealing'],
    after: ['exit_park', 'end_trip'],
  })
})

it('that leads back to an earlier one is refused, instead of walked for ever', () => {
  const { load, unload } = WORKFLOW
  const circle = { ...load, exit_park: { ...load.exit_park, next: ['en_route' as const] } }
  const steps = Object.keys(load) as EventType[]
  expect(() => createWorkflow({ load: circle, unload }, steps as never)).toThrow(
    'the load trip comes back to en_route',
  )
})
