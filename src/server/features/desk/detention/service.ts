import type { z } from 'zod'
import type { contractRequest } from '#contract/http/desk/detention'
import { daysOf, monthPeriod } from '#domain/time/zone'
import { mapInTurns } from '../../../adapters/thread/in-turns.ts'
import { type Queryable, SNAPSHOT, type Tx } from '../../../db/connect.ts'
import { brokenExclusion } from '../../../db/errors.ts'
import type { AppDeps } from '../../../deps.ts'
import { notFound, Problem } from '../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../identity/trace.ts'
import { visitsOfMonth } from '../../../record/read/month-visits.ts'
import { snapshotSeq } from '../../../record/read/period.ts'
import {
  type VisitRow,
  visitOfOperation,
  visitsOfPeriod,
  visitsUnderWay,
} from '../../../record/read/visits.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { findClient, findPlace } from '../../driver/places/queries.ts'
import { lockTenant, refuseFull } from '../../people/accounts/limits.ts'
import { holdAccount } from '../../people/accounts/service.ts'
import { type AgreedVisit, agreedVisit, type JudgedVisit, judgeVisit } from './judge.ts'
import {
  type ContractColumns,
  type ContractRow,
  changeContract,
  countContracts,
  holdContract,
  insertContract,
  listContracts,
} from './queries.ts'

type Deps = Pick<AppDeps, 'database' | 'clock' | 'config'>
type Changing = Deps & Pick<AppDeps, 'bus'>

/** Throws 404 for a client or place of somebody else, 409 when another contract counts equally on one of its days. */
export async function createContract(
  { database, clock, bus }: Changing,
  scope: SupervisorScope,
  input: z.output<typeof contractRequest>,
  trace: Trace,
): Promise<ContractRow> {
  const now = clock.now()
  return refusingEqual({ bus, scope }, () =>
    database.orm.transaction(async (tx) => {
      const lock = await lockTenant(tx, scope.supervisorId)
      await checkNamed(tx, scope, input)
      refuseFull(lock, 'contracts', await countContracts(tx, scope))
      const contract = await insertContract(tx, scope, { ...input, createdAt: new Date(now) })
      await recordAudit(tx, trace, now, {
        action: 'contract_created',
        target: contract.name,
        targetId: contract.id,
        after: traced(contract),
      })
      return contract
    }),
  )
}

/** Also how a contract is ended: with a last day. Throws 404 and 409 as above. */
export async function replaceContract(
  { database, clock, bus }: Changing,
  scope: SupervisorScope,
  id: number,
  input: z.output<typeof contractRequest>,
  trace: Trace,
): Promise<ContractRow> {
  return refusingEqual({ bus, scope }, () =>
    database.orm.transaction(async (tx) => {
      await holdAccount(tx, scope.supervisorId)
      const before = await holdContract(tx, scope, id)
      if (!before) throw notFound(say('contract_not_found'))
      await checkNamed(tx, scope, input)
      const after = await changeContract(tx, scope, id, input)
      await recordAudit(tx, trace, clock.now(), {
        action: 'contract_changed',
        target: after.name,
        targetId: id,
        before: traced(before),
        after: traced(after),
      })
      return after
    }),
  )
}

async function refusingEqual(
  { bus, scope }: { bus: AppDeps['bus']; scope: SupervisorScope },
  change: () => Promise<ContractRow>,
): Promise<ContractRow> {
  try {
    const contract = await change()
    // Alerts of free time hang on what was agreed for the places.
    bus.publish({ kind: 'places_changed', supervisorId: scope.supervisorId })
    return contract
  } catch (error) {
    if (brokenExclusion(error) !== 'contracts_one_on_a_day') throw error
    throw new Problem(409, 'contract_overlaps', say('contract_overlaps'))
  }
}

async function checkNamed(
  tx: Queryable,
  scope: SupervisorScope,
  { clientId, placeId }: Pick<ContractColumns, 'clientId' | 'placeId'>,
): Promise<void> {
  if (clientId !== null && !(await findClient(tx, scope, clientId))) throw notFound(say('client_not_found'))
  if (placeId !== null && !(await findPlace(tx, scope, placeId))) throw notFound(say('place_not_found'))
}

const traced = ({ id: _id, supervisorId: _owner, createdAt: _at, ...contract }: ContractRow) => contract

/** Visits that have not left yet, of which there is something to say. */
export async function detentionNow(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  scope: SupervisorScope,
): Promise<AgreedVisit[]> {
  const contracts = await listContracts(database.orm, scope)
  const rows = await visitsUnderWay(database.orm, scope)
  const visits = await mapInTurns(scope, rows, (row) => agreedVisit(row, contracts, config.timezone))
  return visits.filter(({ terms }) => terms !== null)
}

interface OfMonth {
  month: string
  now: number
}

/**
 * Visits that arrived in the month (of APP_TIMEZONE), oldest first. Read day by day in one snapshot, because the rows of one
 * query are translated in one stretch of the thread.
 */
export async function detentionOfMonth(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  scope: SupervisorScope,
  { month, now }: OfMonth,
): Promise<JudgedVisit[]> {
  const { timezone: zone } = config
  const { contracts, rows } = await database.orm.transaction(async (tx) => {
    const { summedUpTo } = await snapshotSeq(tx, scope)
    const contracts = await listContracts(tx, scope)
    const period = monthPeriod(month, zone)
    if (summedUpTo !== null) {
      return { contracts, rows: await visitsOfMonth(tx, scope, period, { summedUpTo }) }
    }
    const rows: VisitRow[] = []
    for (const day of daysOf(period)) rows.push(...(await visitsOfPeriod(tx, scope, day)))
    return { contracts, rows }
  }, SNAPSHOT)
  return mapInTurns(scope, rows, (row) => judgeVisit(row, contracts, { zone, now }))
}

/** Those of one client. One statement says what counts, so that it is one moment's. */
export async function detentionOfClient(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  scope: SupervisorScope,
  { month, now, clientId }: OfMonth & { clientId: number },
): Promise<JudgedVisit[]> {
  const { timezone: zone } = config
  const { summedUpTo } = await snapshotSeq(tx, scope)
  const contracts = await listContracts(tx, scope)
  const period = monthPeriod(month, zone)
  const rows =
    summedUpTo === null
      ? await visitsOfPeriod(tx, scope, period, clientId)
      : await visitsOfMonth(tx, scope, period, { summedUpTo, ofClient: clientId })
  return mapInTurns(scope, rows, (row) => judgeVisit(row, contracts, { zone, now }))
}

/** The visit of one operation; null: it is not the supervisor's, or no arrival counts. */
export async function detentionOf(
  { config }: Deps,
  db: Queryable,
  scope: SupervisorScope,
  { operationKey, now }: { operationKey: string; now: number },
): Promise<JudgedVisit | null> {
  const row = await visitOfOperation(db, scope, operationKey)
  return row && judgeVisit(row, await listContracts(db, scope), { zone: config.timezone, now })
}
