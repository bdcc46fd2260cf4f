/** Whoever waited in line for a turn longer than anybody may: nothing of theirs was begun. */
export class NoTurn extends Error {
  constructor() {
    super('no turn within the time that may be waited')
  }
}

/**
 * Keeps those who write the same rows from taking every connection while they wait for each other: of one line only so
 * many are at work at a time, the others wait in this process, in the order in which they came.
 */
export interface Turns {
  /** What `work` gives, or throws. Throws `NoTurn` when the line was too slow, without having begun. */
  take<T>(line: number, work: () => Promise<T>): Promise<T>
  /** Lines with somebody at work. */
  size(): number
}

interface Line {
  atWork: number
  /** Each begins the one who waits; a set, because whoever has waited for too long leaves from the middle. */
  waiting: Set<() => void>
}

export function createTurns({ atOnce, patienceMs }: { atOnce: number; patienceMs: number }): Turns {
  const lines = new Map<number, Line>()

  async function enter(key: number): Promise<void> {
    const line = lines.get(key) ?? { atWork: 0, waiting: new Set() }
    lines.set(key, line)
    if (line.atWork < atOnce) {
      line.atWork++
      return
    }
    await new Promise<void>((begin, refuse) => {
      const mine = (): void => {
        clearTimeout(patience)
        begin()
      }
      const patience = setTimeout(() => {
        line.waiting.delete(mine)
        refuse(new NoTurn())
      }, patienceMs)
      line.waiting.add(mine)
    })
  }

  function leave(key: number): void {
    const line = lines.get(key)
    if (!line) return
    const [next] = line.waiting
    if (next) {
      // The turn is handed on: nobody who comes now gets in between.
      line.waiting.delete(next)
      next()
    } else if (--line.atWork === 0) lines.delete(key)
  }

  return {
    async take(key, work) {
      await enter(key)
      try {
        return await work()
      } finally {
        leave(key)
      }
    },
    size: () => lines.size,
  }
}
