import { describe, expect, it } from 'vitest'
import type { OperationEvent } from '../../../../api/operation.ts'
import { measureOf } from './measure.ts'

const row = (id: number, over: Partial<OperationEvent>): OperationEvent =>
  ({ id, operationKey: 'a', duration: null, coordinates: null, ...over }) as OperationEvent
const shown = (measure: ReturnType<typeof measureOf>, rows: readonly OperationEvent[]) =>
  rows.map(measure.valueOf)

describe('the column of a figure', () => {
  it('has trips as the card has them, and its mean', () => {
    const rows = [row(2, { duration: 3_659 }), row(1, { duration: 7_200 })]
    const measure = measureOf({ of: 'trips', trips: 2, mean: '1h 30m' }, rows, false)
    expect(shown(measure, rows)).toEqual(['1h 0m', '2h 0m'])
    expect(measure.mean).toEqual({ label: 'Media de 2 viajes terminados', value: '1h 30m' })
  })

  it('has times of closed intervals, and says when the mean is of those shown', () => {
    const rows = [row(3, {}), row(2, { duration: 45 }), row(1, { duration: 5_445 })]
    const measure = measureOf({ of: 'time' }, rows, true)
    expect(shown(measure, rows)).toEqual(['En curso', '45 s', '1 h 30 min'])
    expect(measure.mean).toEqual({ label: 'Media de los 2 mostrados', value: '45 min' })
  })

  it('has the leg to the next position of the same operation', () => {
    const at = (lat: number) => ({ coordinates: { lat, lng: 0 } })
    const rows = [row(4, at(2)), row(3, { operationKey: 'b', ...at(9) }), row(2, {}), row(1, at(1))]
    const measure = measureOf({ of: 'distance' }, rows, false)
    expect(shown(measure, rows)).toEqual(['–', '–', '–', '111.2 km'])
    expect(measure.mean).toEqual({ label: 'Media de 1 tramo', value: '111.2 km' })
  })

  it('has no mean of nothing', () => expect(measureOf({ of: 'time' }, [row(1, {})], false).mean).toBeNull())
})
