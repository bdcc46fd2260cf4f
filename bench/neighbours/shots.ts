import { randomUUID } from 'node:crypto'

/** A request of a flood; `{{uuid}}` in its body stands for a new one each time. */
export interface Shot {
  method: string
  path: string
  /** Empty: nobody is signed in. */
  cookie: string
  /** JSON text. */
  body?: string
}

export interface FloodPlan {
  origin: string
  /** Sent in turn, without end. */
  shots: Shot[]
  connections: number
  /** Nothing is sent after. */
  milliseconds: number
  /** Ends early after so many requests. */
  most: number
  /** Beside the shots: what a stranger does to sockets (stranger.ts). */
  sockets?: boolean
}

export interface FloodOutcome {
  milliseconds: number
  /** Answers by status; 0: the connection broke. */
  statuses: Record<string, number>
}

/** Who is not signed in comes from elsewhere, as if through a proxy: `/metrics` is open to the machine itself. */
export const headersOf = (origin: string, { cookie, body }: Shot): Record<string, string> => ({
  origin,
  ...(cookie ? { cookie } : { via: '1.1 elsewhere' }),
  ...(body !== undefined && { 'content-type': 'application/json' }),
})

export const bodyOf = ({ body }: Shot): string | undefined =>
  body?.includes('{{uuid}}') ? body.replaceAll('{{uuid}}', () => randomUUID()) : body

export const answersOf = ({ statuses }: FloodOutcome): number =>
  Object.values(statuses).reduce((sum, count) => sum + count, 0)
