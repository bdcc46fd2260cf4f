import type { FieldsOf, LogCode } from '../text/log/lines.ts'
import type { Tell } from './tell.ts'

type Fields<C extends LogCode> = FieldsOf<C> & Record<string, unknown>

/** A fault that lasts: one line when it begins, one when it is over, and a count of what came in between. */
export interface Spell<Begin extends LogCode> {
  /** It shows. `sentence`: as in `Tell`, for the begin. */
  seen(fields: Fields<Begin>, sentence?: string): void
  /** It is over; nothing happens when it had not begun. */
  over(): void
  isOn(): boolean
}

/** The figures of the end; what else its sentence needs comes from the begin. */
interface Figures {
  seconds: number
  suppressed: number
}

const realAfter = (milliseconds: number, act: () => void): (() => void) => {
  const timer = setTimeout(act, milliseconds)
  timer.unref()
  return () => clearTimeout(timer)
}

/** With `quietMs` it is over when it has not shown for so long: for faults whose end nobody reports. */
export function createSpell<Begin extends LogCode, End extends LogCode>(
  tell: Tell,
  codes: { begin: Begin; end: End },
  {
    quietMs,
    elapsed = () => performance.now(),
    after = realAfter,
    onOver = () => {},
  }: {
    quietMs?: number
    elapsed?: () => number
    after?: typeof realAfter
    onOver?: () => void
  } = {},
): Spell<Begin> {
  let on: { since: number; last: number; suppressed: number; fields: Fields<Begin> } | null = null
  let callOff: () => void = () => {}

  /** One timer for a spell, whatever comes: a flood must not make one for each request. */
  function look(milliseconds: number): void {
    callOff = after(milliseconds, () => {
      const left = on && quietMs !== undefined ? on.last + quietMs - elapsed() : 0
      if (left > 0) look(left)
      else over()
    })
  }

  function over(): void {
    if (!on) return
    callOff()
    const { since, last, suppressed, fields } = on
    // The line of the begin had it.
    const { err: _, ...names } = fields as Fields<Begin> & { err?: unknown }
    on = null
    const until = quietMs === undefined ? elapsed() : last
    const seconds = Math.round((until - since) / 100) / 10
    tell(codes.end, { ...names, seconds, suppressed } satisfies Figures as unknown as Fields<End>)
    onOver()
  }

  return {
    seen(fields, sentence) {
      const now = elapsed()
      if (on) {
        on.suppressed++
        on.last = now
        return
      }
      on = { since: now, last: now, suppressed: 0, fields }
      tell(codes.begin, fields, sentence)
      if (quietMs !== undefined) look(quietMs)
    },
    over,
    isOn: () => on !== null,
  }
}

/** A spell for each of many: accounts, addresses. Beyond `most` a new one has no spell and no line. */
export function createSpells<Begin extends LogCode, End extends LogCode>(
  tell: Tell,
  codes: { begin: Begin; end: End },
  { most = 1_000, ...timing }: { most?: number } & Parameters<typeof createSpell>[2] = {},
) {
  const spells = new Map<string, Spell<Begin>>()
  return {
    seen(key: string, fields: Fields<Begin>, sentence?: string): void {
      let spell = spells.get(key)
      if (!spell) {
        if (spells.size >= most) return
        spell = createSpell(tell, codes, { ...timing, onOver: () => spells.delete(key) })
        spells.set(key, spell)
      }
      spell.seen(fields, sentence)
    },
    over: (key: string): void => spells.get(key)?.over(),
    has: (key: string): boolean => spells.has(key),
  }
}
