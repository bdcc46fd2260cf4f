import type { Visit } from '#domain/detention/counted'
import { freeTimeEnd } from '#domain/detention/standing'
import type { DetentionOfOperation } from '../../../api/desk/detention.ts'

const timeOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

export const visitOf = ({ arrivedAt, accessAt, exitAt }: DetentionOfOperation): Visit => ({
  arrivedAt: timeOf(arrivedAt),
  accessAt: timeOf(accessAt),
  exitAt: timeOf(exitAt),
  cancelled: false,
})

/** An answer stays the same object until something of it changes; the standings are made every few seconds. */
const known = new WeakMap<DetentionOfOperation, number>()

/** When the free time ends or ended, epoch milliseconds; infinity where none runs. */
export function freeUntil(detention: DetentionOfOperation | null): number {
  if (detention === null) return Number.POSITIVE_INFINITY
  const end =
    known.get(detention) ?? freeTimeEnd(visitOf(detention), detention.terms) ?? Number.POSITIVE_INFINITY
  known.set(detention, end)
  return end
}
