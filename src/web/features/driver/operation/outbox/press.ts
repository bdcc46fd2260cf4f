import { v7 as orderedUuid } from 'uuid'
import type { Moment, Pressed } from '#domain/outbox/press'
import { clockOffset } from '../../../../lib/time/server-clock.ts'
import type { Positions } from '../position/positions.ts'
import { warmFix } from '../position/warm-fix.ts'
import { type Make, type PressOutcome, pressDirectly, pressUnkept } from './direct-press.ts'
import type { KeptBox } from './kept-box.ts'
import type { OutboxDisk } from './storage/disk.ts'
import { askToKeep } from './storage/keep-storage.ts'

interface PressDeps {
  disk: OutboxDisk
  kept: KeptBox
  positions: Positions
  /** Goes back to the disk if it can be read again. Never rejects. */
  recover(): Promise<void>
  wake(): void
}

/** Stores each press before it is shown. Where the phone cannot store it, sends it at once. */
export function createPresses({ disk, kept, positions, recover, wake }: PressDeps) {
  let direct: Promise<unknown> = Promise.resolve()

  async function press(make: Make): Promise<PressOutcome> {
    const pressedAt = Date.now()
    const moment: Moment = {
      // Begins with the time (docs/decisions/0088-ids-of-records-begin-with-the-time.md).
      eventId: orderedUuid(),
      pressedAt,
      clockOffsetMs: clockOffset(),
      fix: warmFix(pressedAt),
    }
    // The same step may be on the disk already: if possible it is not sent again with a later time.
    if (kept.view.get().unread) await recover()
    if (!(await disk.store()).durable) {
      const outcome = pressDirectly(make, moment, kept.change)
      direct = outcome.catch(() => undefined)
      return outcome
    }
    let pressed: Pressed | null = null
    try {
      await kept.change((box) => {
        pressed = make(box, moment)
        return pressed.ok ? pressed.box : box
      })
    } catch (error) {
      console.error('No se pudo guardar el paso', error)
      return pressUnkept(make, moment, kept.view.get().box, (box) => kept.show({ box }))
    }
    if (!(pressed as Pressed | null)?.ok) return { kind: 'not_possible' }
    positions.lookFor(moment)
    wake()
    void askToPersist()
    return { kind: 'saved', eventId: moment.eventId }
  }

  /** After a press: now there is something to keep, and the browser knows that the page is used. */
  async function askToPersist(): Promise<void> {
    const promised = await askToKeep()
    if (promised !== null && promised === kept.view.get().mayBeForgotten) {
      kept.show({ mayBeForgotten: !promised })
    }
  }

  /** `settled`: no press is being sent that is only in memory. Never rejects. */
  return { press, settled: () => direct }
}
