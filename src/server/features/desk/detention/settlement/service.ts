import { FIRST_STATE, movesWithMonth, needsNote, type SettlementState } from '#domain/detention/settlement'
import type { Tx } from '../../../../db/connect.ts'
import type { AppDeps } from '../../../../deps.ts'
import { notFound, Problem } from '../../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../../identity/trace.ts'
import { visitsOfOperations } from '../../../../record/read/visits.ts'
import { say } from '../../../../text/messages.ts'
import { recordAudit } from '../../../base/audit/service.ts'
import { findClient } from '../../../driver/places/queries.ts'
import { lockTenant } from '../../../people/accounts/limits.ts'
import { detentionOfClient } from '../service.ts'
import { insertSettlements, type SettlementRow, settlementOf, settlementsOfVisits } from './queries.ts'

type Deps = Pick<AppDeps, 'database' | 'clock' | 'config'>

export interface Settling {
  /** Visits by operation key, or the month of a client. */
  of: { operationKeys: readonly string[] } | { clientId: number; month: string }
  state: SettlementState
  note: string | null
  /** The pack by which it is sent; null: it is sent by other means, or not sent. */
  pack: { id: number; issuedAt: Date; version: number } | null
}

interface Change {
  /** What people call it. */
  target: string
  month: { clientId: number; month: string; before: SettlementRow | null } | null
  visits: { operationKey: string; before: SettlementRow | undefined }[]
}

/**
 * Settles visits, or a client's month with its visits that cost something and move along; answers how many changed. Throws
 * 404 for what is not the supervisor's, and 409 for a visit that is not over and for a note that is missing.
 */
export const settle = (
  deps: Deps,
  scope: SupervisorScope,
  settling: Settling,
  trace: Trace,
): Promise<number> => deps.database.orm.transaction((tx) => settleIn(tx, deps, scope, settling, trace))

/** The same in a transaction of the caller. */
export async function settleIn(
  tx: Tx,
  { clock, config }: Omit<Deps, 'database'>,
  scope: SupervisorScope,
  { of, state, note, pack }: Settling,
  trace: Trace,
): Promise<number> {
  const now = clock.now()
  // Two changes at the same moment: the second one sees the first.
  await lockTenant(tx, scope.supervisorId)
  const { target, month, visits } =
    'operationKeys' in of
      ? await changeOfVisits(tx, scope, of.operationKeys)
      : await changeOfMonth({ config }, tx, scope, { ...of, state, now })
  const changes = [...(month ? [month] : []), ...visits]
  const from = new Set(changes.map(({ before }) => before?.state ?? FIRST_STATE))
  const asked = month ? [month] : visits
  if (note === null && asked.some(({ before }) => needsNote(before?.state ?? FIRST_STATE, state))) {
    throw new Problem(409, 'settlement_refused', say('settlement_note'))
  }
  const said = { state, note, by: trace.name, at: new Date(now) }
  const rowOf = (before: SettlementRow | null | undefined) =>
    state === 'sent'
      ? { ...said, sentAt: pack?.issuedAt ?? said.at, packId: pack?.id ?? null }
      : { ...said, sentAt: before?.sentAt ?? null, packId: before?.packId ?? null }
  const rows = [
    ...(month
      ? [{ ...rowOf(month.before), operationKey: null, clientId: month.clientId, month: month.month }]
      : []),
    ...visits.map(({ operationKey, before }) => ({
      ...rowOf(before),
      operationKey,
      clientId: null,
      month: null,
    })),
  ]
  await insertSettlements(tx, scope, rows)
  await recordAudit(tx, trace, now, {
    action: 'settlement_changed',
    target,
    before: from.size === 1 ? { state: [...from][0] } : null,
    after: {
      state,
      count: visits.length,
      ...(note !== null && { note }),
      ...(pack && { version: pack.version }),
    },
  })
  return visits.length
}

async function changeOfVisits(tx: Tx, scope: SupervisorScope, asked: readonly string[]): Promise<Change> {
  const operationKeys = [...new Set(asked)]
  const rows = await visitsOfOperations(tx, scope, operationKeys)
  if (rows.length < operationKeys.length) throw notFound(say('operation_not_found'))
  if (rows.some(({ isActive }) => isActive)) {
    throw new Problem(409, 'settlement_refused', say('settlement_open'))
  }
  const before = await settlementsOfVisits(tx, scope, operationKeys)
  const [one] = rows
  return {
    target: `${one?.containerNumber}${rows.length > 1 ? ` +${rows.length - 1}` : ''}`,
    month: null,
    visits: rows.map(({ operationKey }) => ({ operationKey, before: before.get(operationKey) })),
  }
}

async function changeOfMonth(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  scope: SupervisorScope,
  { clientId, month, state, now }: { clientId: number; month: string; state: SettlementState; now: number },
): Promise<Change> {
  const client = await findClient(tx, scope, clientId)
  if (!client) throw notFound(say('client_not_found'))
  const before = await settlementOf(tx, scope, { clientId, month })
  const all = await detentionOfClient(deps, tx, scope, { month, now, clientId })
  const costing = all.filter(({ row, charge }) => !row.isActive && (charge?.chargeableMinutes ?? 0) > 0)
  const operationKeys = costing.map(({ row }) => row.operationKey)
  const known = await settlementsOfVisits(tx, scope, operationKeys)
  const change = { from: before?.state ?? FIRST_STATE, to: state }
  return {
    target: `${client.name} ${month}`,
    month: { clientId, month, before },
    visits: operationKeys.flatMap((operationKey) => {
      const old = known.get(operationKey)
      return movesWithMonth(old?.state ?? FIRST_STATE, change) ? [{ operationKey, before: old }] : []
    }),
  }
}
