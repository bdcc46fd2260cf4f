import { canonicalJson } from '#domain/record/canonical'
import type { Trace } from '../../../identity/trace.ts'
import { linked } from '../../../record/chain.ts'
import type { AuditValues } from './queries.ts'

/**
 * The chain of an audit line. One chain for all would let each line wait for every transaction that has written one; with
 * one for each account, only what the same account does waits.
 */
export const chainOf = ({ kind, id }: Pick<Trace, 'kind' | 'id'>): string =>
  id === null ? kind : `account:${id}`

/** The hash of a line, after that of the line before it, or after `chainRoot` of its chain. */
export const chainHash = (before: Buffer, line: AuditValues): Buffer => linked(before, canonicalLine(line))

/** What a line's hash is made of. */
export function canonicalLine(line: AuditValues): string {
  const { at, actorKind, actorId, actorName, address, action, target, targetId, before, after } = line
  return canonicalJson({
    at,
    actorKind,
    actorId,
    actorName,
    address,
    action,
    target,
    targetId,
    before: before && sortedJson(before),
    after: after && sortedJson(after),
  })
}

/** Sorted keys at every level: jsonb keeps no order. */
const sortedJson = (value: object): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
