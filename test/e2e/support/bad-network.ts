import type { BrowserContext } from '@playwright/test'
import type { Exchange, Fate, FaultProxy } from '../../support/processes/fault-proxy.ts'
import type { Product } from './product.ts'
import { expect } from './test.ts'

const LOSSES = ['drop_answer', 'cut_answer', 'drop_request'] as const

/**
 * The same fates for the same seed: of every two exchanges one is lost, in turn in each of the three ways. Which of the two
 * is the seed's choice; that all three ways come up within six exchanges is not left to chance.
 */
export function halfLost(seed: number): () => Fate {
  let state = seed
  let losses = 0
  let next: Fate | null = null
  return () => {
    if (next !== null) {
      const fate = next
      next = null
      return fate
    }
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    const lostFirst = ((t ^ (t >>> 14)) >>> 0) / 2 ** 32 < 0.5
    const loss = LOSSES[losses++ % LOSSES.length] ?? 'drop_answer'
    next = lostFirst ? 'pass' : loss
    return lostFirst ? loss : 'pass'
  }
}

export const isWrite = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && path === '/api/events'

/** The presses that the server took of the driver, and those of which the phone was told. */
export const taken = (exchanges: readonly Exchange[]): string[] => idsOf(exchanges.filter(isTaken))
export const told = (exchanges: readonly Exchange[]): string[] =>
  idsOf(exchanges.filter((exchange) => isTaken(exchange) && exchange.fate === 'pass'))

const isTaken = (exchange: Exchange): boolean =>
  isWrite(exchange) && (exchange.status === 201 || exchange.status === 200)

const idsOf = (exchanges: readonly Exchange[]): string[] => [
  ...new Set(exchanges.map(({ body }) => String(body?.eventId))),
]

/** What the line about the outbox said from a moment on: so many steps to send. */
export interface Claim {
  at: number
  unsent: number
}

/** Every word of that line, of every page of `context` from now on. */
export async function watchClaims(context: BrowserContext): Promise<Claim[]> {
  const claims: Claim[] = []
  await context.exposeBinding('claimed', (_, at: number, words: string) => {
    const number = /(\d+) pasos? por enviar/.exec(words)?.[1]
    if (number === undefined && !words.includes('Todo enviado')) throw new Error(`the line says '${words}'`)
    claims.push({ at, unsent: Number(number ?? 0) })
  })
  await context.addInitScript(() => {
    let last: string | null = null
    const look = () => {
      const line = document.querySelector('section[aria-label="Estado del envío"] [role="status"]')
      const words = line?.textContent ?? null
      if (words === last) return
      last = words
      if (words !== null)
        (window as unknown as Record<string, (...a: unknown[]) => void>).claimed?.(Date.now(), words)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return claims
}

/**
 * Fails unless the line told the truth all along: it begins with all of them, never rises, ends with none, and never says
 * that more is delivered than the phone had been told by then.
 */
export function expectHonest(
  claims: readonly Claim[],
  presses: number,
  exchanges: readonly Exchange[],
): void {
  expect(claims[0]?.unsent).toBe(presses)
  expect(claims.at(-1)?.unsent).toBe(0)
  for (const [index, { at, unsent }] of claims.entries()) {
    expect(unsent, 'never rises').toBeLessThanOrEqual(claims[index - 1]?.unsent ?? presses)
    const byThen = exchanges.filter(({ answeredAt }) => answeredAt !== null && answeredAt <= at)
    expect(presses - unsent, 'never says sent too early').toBeLessThanOrEqual(told(byThen).length)
  }
}

export interface Row {
  eventId: string
  eventType: string
  at: number
  position: number
}

/** What the database holds of a driver, past the server, in the order in which it was written. */
export async function rowsOf(product: Product, { id }: { id: number }): Promise<Row[]> {
  const database = product.database()
  try {
    const { rows } = await database.pool.query(
      'select event_id, event_type, timestamp, position from events where user_id = $1 order by seq',
      [id],
    )
    return rows.map((row) => ({
      eventId: row.event_id,
      eventType: row.event_type,
      at: row.timestamp.getTime(),
      position: row.position,
    }))
  } finally {
    await database.close()
  }
}

/** No network, as the phone sees it and as it is. */
export async function noNetwork(proxy: FaultProxy, context: BrowserContext, none: boolean): Promise<void> {
  if (none) proxy.pullPlug()
  else proxy.plugIn()
  await context.setOffline(none)
}
