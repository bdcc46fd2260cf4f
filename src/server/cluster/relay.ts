import type { Worker } from 'node:cluster'
import type { Enveloped, ToWorker } from '../adapters/primary.ts'
import { MOST_UNSENT, missedNotice } from '../live/bus/between.ts'

/** Sends to a worker; `done` is called when the message has been handed over or cannot be. Never throws. */
export function tell(
  worker: Worker,
  message: ToWorker,
  done: (error: Error | null) => void = () => {},
): void {
  const content: Enveloped<ToWorker> = { acarreo: message }
  worker.send(content, done)
}

/** Passes the messages of each worker on to all others. Waits for none of them. */
export interface Relay {
  /** From now on this worker gets the messages of the others. Returns whether it did not before. */
  join(worker: Worker): boolean
  /** `crashed`: it may have committed what it no longer told, so the others reload. */
  leave(worker: Worker, crashed: boolean): void
  carry(from: Worker, text: string): void
}

interface Member {
  /** Messages that the system has not taken yet. */
  unsent: number
  /** One was dropped; this worker must learn of the gap. */
  owed: boolean
}

const MISSED = missedNotice('primary')

export function createRelay(): Relay {
  const members = new Map<Worker, Member>()

  function pass(worker: Worker, member: Member, text: string): void {
    // A worker that does not read would fill the memory of the primary.
    if (member.unsent >= MOST_UNSENT) {
      member.owed = true
      return
    }
    member.unsent++
    tell(worker, { kind: 'bus', text }, (error) => {
      member.unsent--
      if (error) {
        // It has ended, and its 'exit' follows. To send again at once would fail again before the event loop turns: 'exit'
        // would never come, and the primary would replace no worker any more.
        member.owed = true
        return
      }
      if (!member.owed || member.unsent > MOST_UNSENT / 2 || !worker.isConnected()) return
      member.owed = false
      pass(worker, member, MISSED)
    })
  }

  return {
    join(worker) {
      if (members.has(worker)) return false
      members.set(worker, { unsent: 0, owed: false })
      return true
    },
    leave(worker, crashed) {
      if (!members.delete(worker) || !crashed) return
      for (const [other, member] of members) pass(other, member, MISSED)
    },
    carry(from, text) {
      for (const [worker, member] of members) if (worker !== from) pass(worker, member, text)
    },
  }
}
