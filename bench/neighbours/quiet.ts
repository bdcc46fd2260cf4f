import type { Driver, Supervisor } from '../load/crew.ts'
import { startElsewhere } from '../load/elsewhere.ts'

export interface Company {
  origin: string
  drivers: readonly Driver[]
  supervisor: Supervisor
  /** Of the figures that its desk reads. */
  month: string
}

export interface Sample {
  kind: 'press' | 'desk'
  /** When it was due, monotonic milliseconds. */
  due: number
  /** From then to the end of the answer. */
  milliseconds: number
  /** Status, or why there is none; null: as it should be. */
  fault: string | null
}

/** How many presses were acknowledged, and of how many the live channel did not tell. */
export interface Told {
  presses: number
  untold: number
}

export type Ask =
  | { kind: 'begin'; company: Company }
  | { kind: 'between'; from: number; to: number }
  | { kind: 'end' }
/** Empty and null where something else was asked. */
export interface Reply {
  samples: Sample[]
  told: Told | null
}

export interface Quiet {
  /** What was due in this time, once all of it is answered. */
  between(from: number, to: number): Promise<Sample[]>
  stop(): Promise<Told>
}

/** The quiet company (quiet-child.ts) on another machine, as far as one can be had here: its phones do not wait for the product's processor. */
export async function startQuiet(company: Company): Promise<Quiet> {
  const { ask, stop } = startElsewhere<Ask, Reply>(new URL('quiet-child.ts', import.meta.url), {
    what: 'the quiet company',
    ownSession: true,
  })
  await ask({ kind: 'begin', company })
  return {
    between: async (from, to) => (await ask({ kind: 'between', from, to })).samples,
    async stop() {
      const { told } = await ask({ kind: 'end' })
      stop()
      if (told === null) throw new Error('the quiet company does not say what it was told')
      return told
    },
  }
}
