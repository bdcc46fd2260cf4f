import { PARK_ARRIVAL } from '#domain/operation/steps'
import { monthOf } from '#domain/time/zone'
import type { Tx } from '../../../../db/connect.ts'
import type { AppDeps } from '../../../../deps.ts'
import { type SupervisorScope, scopeOf } from '../../../../identity/supervisor-scope.ts'
import { SYSTEM_TRACE } from '../../../../identity/trace.ts'
import { correctionsOf } from '../../../../record/correct.ts'
import { listRecord } from '../../../../record/read/events.ts'
import { findOperationInScope } from '../../../../record/read/operations.ts'
import { visitOfOperation } from '../../../../record/read/visits.ts'
import type { OperationRow } from '../../../../record/rows.ts'
import { lockTenant, type TenantLock } from '../../../people/accounts/limits.ts'
import { issueIn } from '../issue.ts'
import type { Subject } from '../queries.ts'
import {
  type Appearances,
  deleteReviews,
  reviewsOf,
  sentWith,
  supervisorsToReview,
  wasMonthSent,
} from './queries.ts'

type Deps = Pick<AppDeps, 'database' | 'clock' | 'config'>

/** The job: each supervisor in a transaction of their own, so that what fails for one is done for the others. */
export async function renewAllPacks(deps: Deps, now: number): Promise<void> {
  const { orm } = deps.database
  const failures: unknown[] = []
  for (const id of await supervisorsToReview(orm)) {
    const scope = scopeOf({ id, role: 'supervisor' })
    try {
      await orm.transaction(async (tx) => {
        const lock = await lockTenant(tx, id)
        await renewPacks(deps, tx, scope, { lock, now })
      })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `packs of ${failures.length} were not renewed`)
}

/**
 * Makes the next version of each pack that was sent and that a correction has changed since. What it has looked at is
 * deleted in the same transaction: one version, however many processes try. The pack of an operation that was opened again
 * waits until it has ended.
 */
export async function renewPacks(
  deps: Deps,
  tx: Tx,
  scope: SupervisorScope,
  { now }: { lock: TenantLock; now: number },
): Promise<void> {
  const subjects = new Map<string, Subject>()
  const done: number[] = []
  for (const [operationKey, ids] of await reviewsOf(tx, scope)) {
    const operation = await findOperationInScope(tx, scope, operationKey)
    const touched = operation ? await sentBefore(deps, tx, scope, operation) : []
    if (operation?.isActive && touched.length > 0) continue
    for (const subject of touched) subjects.set(JSON.stringify(subject), subject)
    done.push(...ids)
  }
  for (const subject of subjects.values()) {
    await issueIn(deps, tx, scope, { subject, trace: SYSTEM_TRACE, now, renews: true })
  }
  if (done.length > 0) await deleteReviews(tx, scope, done)
}

/** What was sent that says something of the operation, or that it was moved into. */
async function sentBefore(
  { config }: Deps,
  tx: Tx,
  scope: SupervisorScope,
  operation: OperationRow,
): Promise<Subject[]> {
  const appearances = await appearancesOf(tx, operation, config.timezone)
  const subjects = await sentWith(tx, scope, appearances)
  if (appearances.months.length < 2) return subjects
  const visit = await visitOfOperation(tx, scope, operation.operationKey)
  if (!visit?.client) return subjects
  const into = { clientId: visit.client.id, month: monthOf(visit.arrivedAt.getTime(), config.timezone) }
  return (await wasMonthSent(tx, scope, into)) ? [...subjects, into] : subjects
}

async function appearancesOf(tx: Tx, operation: OperationRow, zone: string): Promise<Appearances> {
  const { operationKey, containerNumber, firstContainerNumber } = operation
  const record = (await listRecord(tx, operation)).filter(({ eventType }) => eventType === PARK_ARRIVAL)
  const positions = new Set(record.map(({ position }) => position))
  const corrections = await correctionsOf(tx, [operationKey])
  const said = (which: (correction: (typeof corrections)[number]) => boolean): string[] =>
    corrections.filter(which).flatMap(({ before, after }) => [before ?? [], after ?? []].flat())
  const arrivals = new Set([
    ...record.map(({ timestamp }) => timestamp.toISOString()),
    ...said(
      ({ kind, eventPosition }) => kind === 'time' && eventPosition !== null && positions.has(eventPosition),
    ),
  ])
  const numbers = [containerNumber, firstContainerNumber, ...said(({ kind }) => kind === 'container_number')]
  return {
    operationKey,
    containerNumbers: [...new Set(numbers.filter((number) => number !== null))],
    arrivals: [...arrivals],
    months: [...new Set([...arrivals].map((at) => monthOf(Date.parse(at), zone)))],
  }
}
