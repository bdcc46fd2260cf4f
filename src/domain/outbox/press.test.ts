import { describe, expect, it } from 'vitest'
import { BOX, head, known, MINUTE, moment, onTheRoad, press, T0 } from '../../../test/support/outbox/given.ts'
import type { EventType } from '../operation/steps.ts'
import { emptyOutbox, waiting } from './entry.ts'
import { learn } from './poll.ts'
import { attachFix, pressEvent, pressStart } from './press.ts'
import { leaving } from './sending.ts'
import { standing } from './standing.ts'

describe('a press', () => {
  it('is what the screen shows at once, and waits', () => {
    const box = press(onTheRoad(), 'stop_fuel', T0 + 5 * MINUTE)
    expect(standing(box, 0)?.state).toMatchObject({
      newestEventType: 'stop_fuel',
      newestEventAt: T0 + 5 * MINUTE,
    })
    expect(waiting(box)).toHaveLength(1)
  })

  it('is refused a second time, and nothing is written', () => {
    const box = press(onTheRoad(), 'arrived_at_park', T0 + 1)
    const again = pressEvent(box, moment('again', T0 + 2), {
      localOperationId: known('en_route').key,
      eventType: 'arrived_at_park',
    })
    expect(again).toMatchObject({ ok: false, refusal: { reason: 'not_next' } })
  })

  it('of a screen that showed another operation is refused', () => {
    const other = { localOperationId: 'CSQU3054383_abcdefghijklmnop', eventType: 'arrived_at_park' as const }
    expect(pressEvent(onTheRoad(), moment('e', T0), other)).toMatchObject({
      ok: false,
      refusal: { reason: 'other_operation' },
    })
    expect(pressStart(onTheRoad(), moment('e', T0), BOX)).toMatchObject({ ok: false })
  })

  it('goes through a whole trip without the server, and begins the next one', () => {
    let box = learn(emptyOutbox(7), null, 0)
    const steps: EventType[] = ['start_trip', 'en_route', 'stop_rest', 'resume_route', 'arrived_at_park']
    const rest: EventType[] = ['access_granted', 'vehicle_parked', 'load_complete', 'exit_park', 'end_trip']
    for (const [index, step] of [...steps, ...rest, 'start_trip' as const].entries())
      box = press(box, step, T0 + index * MINUTE)
    expect(waiting(box)).toHaveLength(11)
    expect(standing(box, 0)).toMatchObject({ id: `start_trip@${T0 + 10 * MINUTE}`, key: null })
  })

  it('takes a position that comes later, until it has been sent', () => {
    const fix = { coordinates: { lat: 19, lng: -104 }, accuracy: 12, fixAgeSeconds: 0 }
    const box = press(onTheRoad(), 'arrived_at_park', T0 + 1)
    const { eventId } = head(box)
    expect(head(attachFix(box, eventId, fix)).fix).toEqual(fix)
    const sent = leaving(box, eventId)
    expect(attachFix(sent, eventId, fix)).toBe(sent)
  })
})
