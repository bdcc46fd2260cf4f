import { setTimeout as pause } from 'node:timers/promises'

/** @typedef {import('./fleet.mjs').Press} Press */
/** @typedef {import('./phone.mjs').Outcome} Outcome */

/** How often the live drive looks at the clock. */
const TICK_MS = 200

/**
 * Joins the simulated trucks with their phones: what a driver presses is delivered in his order, and what the product
 * answers otherwise corrects the simulation.
 * @param {{
 *   fleet: ReturnType<typeof import('./fleet.mjs').createFleet>,
 *   phones: readonly import('./phone.mjs').Phone[],
 *   onOutcome?: (press: Press, outcome: Outcome) => void,
 *   signal?: AbortSignal | undefined,
 * }} options
 */
export function createDrive({ fleet, phones, onOutcome = () => {}, signal }) {
  const queues = phones.map(() => Promise.resolve())
  /** Grows with every correction: presses that the driver made before he knew better are not delivered any more. */
  const editions = phones.map(() => 0)

  /** @param {number} truck @param {Outcome} outcome */
  async function settle(truck, outcome) {
    if (outcome.kind === 'recorded' || outcome.kind === 'stopped') return
    const known = outcome.kind === 'truth' ? outcome : await phones[truck]?.ask()
    editions[truck] = (editions[truck] ?? 0) + 1
    fleet.correct(truck, known?.kind === 'truth' ? known.operation : null)
  }

  /** @param {Press} press @param {number} occurredAt */
  function deliver(press, occurredAt) {
    const { truck } = press
    const edition = editions[truck]
    const queue = (queues[truck] ?? Promise.resolve()).then(async () => {
      const phone = phones[truck]
      if (phone === undefined || signal?.aborted || editions[truck] !== edition) return
      const outcome = await phone.deliver(press, occurredAt)
      onOutcome(press, outcome)
      await settle(truck, outcome)
    })
    queues[truck] = queue
    return queue
  }

  return {
    /** Every driver looks at his phone: operations that are under way go on. @returns {Promise<number>} how many are */
    async pickUp() {
      const found = await Promise.all(phones.map((phone) => phone.ask()))
      for (const [truck, outcome] of found.entries()) {
        if (outcome.kind === 'truth' && outcome.operation !== null) fleet.correct(truck, outcome.operation)
      }
      return found.filter((outcome) => outcome.kind === 'truth' && outcome.operation !== null).length
    },
    /**
     * As fast as the product answers, up to `until`: what happened before, told with the time at which it happened. Trucks do not
     * wait for each other.
     * @param {number} until epoch milliseconds
     */
    async fastForward(until) {
      const underWay = new Map()
      for (let press = fleet.next(until); press !== null && !signal?.aborted; press = fleet.next(until)) {
        const { truck } = press
        const edition = editions[truck]
        // An answer may correct the truck: then what it pressed after is not delivered.
        await underWay.get(truck)
        if (editions[truck] === edition) underWay.set(truck, deliver(press, press.at))
      }
      await Promise.all(underWay.values())
    },
    /**
     * From `from` on, `speed` simulated seconds in each real one, until stopped. What is recorded bears the real time.
     * @param {{ from: number, speed: number, now?: () => number }} options epoch milliseconds
     */
    async live({ from, speed, now = Date.now }) {
      const startedAt = now()
      while (!signal?.aborted) {
        const until = from + (now() - startedAt) * speed
        for (let press = fleet.next(until); press !== null; press = fleet.next(until)) {
          void deliver(press, now())
        }
        await pause(TICK_MS, undefined, signal === undefined ? {} : { signal }).catch(() => {})
      }
      await Promise.all(queues)
    },
  }
}
