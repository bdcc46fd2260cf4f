import { nextTurn } from './turns.ts'

/** Whose a piece of work is: a tenant by number, a network where nobody is signed in; null: the product's own. */
type Whose = number | string | null

export interface ThreadShare {
  /** Calls `work`, at once or in a later turn, in the order of the calls of this key. */
  begin(whose: Whose, work: () => void): void
  /** Whether the share of this turn is used up: work that is not done begins again. */
  isOver(): boolean
}

interface Line {
  waiting: (() => void)[]
  /** How long its work has had the thread, in milliseconds. */
  had: number
}

/**
 * Lets work begin for so many milliseconds of each turn of the event loop; the rest waits for a later turn. Fair queueing:
 * of those that wait, the one who has had the thread for the shortest time comes next. Without it a turn is as long as a flood
 * wants: each of a hundred connections brings a request, all are judged and asked of the database at once, and a press of
 * another company waits for three or four such turns.
 */
export function createThreadShare(
  milliseconds: number,
  /** Monotonic milliseconds. */
  elapsed: () => number = () => performance.now(),
  later: (act: () => void) => void = nextTurn,
): ThreadShare {
  const lines = new Map<Whose, Line>()
  let waiting = 0
  /** Virtual time: `had` of the line that was served last. A line that was empty starts here, so idle time earns no credit. */
  let level = 0
  /** When the share of this turn is used up; null: nothing has begun in it. */
  let until: number | null = null

  function isOver(): boolean {
    if (until === null) {
      later(resume)
      until = elapsed() + milliseconds
    }
    return elapsed() >= until
  }

  function lineOf(whose: Whose): Line {
    const line = lines.get(whose) ?? { waiting: [], had: 0 }
    if (line.waiting.length === 0) line.had = Math.max(line.had, level)
    lines.set(whose, line)
    return line
  }

  /** The line with the least `had`. Deletes empty lines that `lineOf` would start at `level` anyway. */
  function nextLine(): Line | null {
    let next: Line | null = null
    for (const [whose, line] of lines) {
      if (line.waiting.length > 0) {
        if (next === null || line.had < next.had) next = line
      } else if (line.had <= level) lines.delete(whose)
    }
    return next
  }

  function resume(): void {
    until = null
    for (let line = nextLine(); line !== null && !isOver(); line = nextLine()) {
      level = line.had
      const began = elapsed()
      const work = line.waiting.shift()
      waiting--
      work?.()
      line.had += elapsed() - began
    }
  }

  return {
    begin(whose, work) {
      if (waiting === 0 && !isOver()) return work()
      waiting++
      lineOf(whose).waiting.push(work)
    },
    isOver,
  }
}

/** Of this process: it has one event loop. Requests begin in it: about ten of the usual kind. */
export const { begin: beginInShare } = createThreadShare(2)
