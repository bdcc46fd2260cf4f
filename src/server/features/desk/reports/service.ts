import type { FastifyBaseLogger } from 'fastify'
import type { GivenFigures, ReportData } from '#contract/http/desk/reports'
import { reportTexts } from '#domain/kpi/report-texts'
import type { AppDeps } from '../../../deps.ts'
import { notFound } from '../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../identity/trace.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { holdAccount } from '../../people/accounts/service.ts'
import { findOperator, holdOperator } from '../../people/operators/queries.ts'
import { type KpiRequest, kpisOf } from '../kpis/service.ts'
import { turnTimesOf } from '../kpis/turn-times/service.ts'
import { deleteReportRow, insertReport, type ReportRow } from './queries.ts'

export interface ReportInput {
  /** `yyyy-MM` */
  month: string
  /** null: all operators. */
  operatorId: number | null
  /** The figures as the client shows them; absent: the server's own. */
  reportData?: GivenFigures | undefined
}

const unknownOperator = () => notFound(say('operator_not_found'))
export const unknownReport = () => notFound(say('report_not_found'))

/** Throws 404 for an operator of another supervisor. */
async function operatorName(
  deps: AppDeps,
  scope: SupervisorScope,
  id: number | null,
): Promise<string | null> {
  if (id === null) return null
  const operator = await findOperator(deps.database.orm, scope, id)
  if (!operator) throw unknownOperator()
  return operator.displayName
}

const requestOf = ({ month, operatorId }: ReportInput): KpiRequest => ({
  month,
  operatorIds: operatorId === null ? [] : [operatorId],
  containers: [],
  eventWords: [],
})

/** What was sent, or the server's own figures; the times by place are always its own. */
async function dataOf(
  deps: AppDeps,
  scope: SupervisorScope,
  input: ReportInput,
  texts: () => Promise<ReportData>,
): Promise<ReportData> {
  const { places, clients } = await turnTimesOf(deps, scope, requestOf(input))
  return { ...(input.reportData ?? (await texts())), turnTimes: { places, clients } }
}

/** Stores a month's figures: those sent, and the server's own. Throws 404 for an operator of another supervisor. */
export async function saveReport(
  deps: AppDeps,
  scope: SupervisorScope,
  input: ReportInput & { timestamp?: string | undefined },
  { trace, log }: { trace: Trace; log: FastifyBaseLogger },
): Promise<ReportRow> {
  const name = await operatorName(deps, scope, input.operatorId)
  const figures = await kpisOf(deps, scope, requestOf(input), log)
  const now = deps.clock.now()
  const report = {
    operatorId: input.operatorId,
    month: input.month,
    reportData: await dataOf(deps, scope, input, async () => reportTexts(figures)),
    figures,
    // A client's clock may be fast; a report from the future would stay on top of the list.
    timestamp: new Date(input.timestamp === undefined ? now : Math.min(Date.parse(input.timestamp), now)),
  }
  const id = await deps.database.orm.transaction(async (tx) => {
    await holdAccount(tx, scope.supervisorId)
    if (input.operatorId !== null && !(await holdOperator(tx, scope, input.operatorId)))
      throw unknownOperator()
    const inserted = await insertReport(tx, scope, report)
    const after = { month: input.month, operatorId: input.operatorId, operator: name }
    await recordAudit(tx, trace, now, {
      action: 'report_saved',
      target: input.month,
      targetId: inserted,
      after,
    })
    return inserted
  })
  return { ...report, id, operatorName: name, hasLaterCorrections: false }
}

/** Deletes a report of the supervisor. Throws 404. */
export async function deleteReport(
  deps: AppDeps,
  scope: SupervisorScope,
  id: number,
  trace: Trace,
): Promise<void> {
  await deps.database.orm.transaction(async (tx) => {
    await holdAccount(tx, scope.supervisorId)
    const before = await deleteReportRow(tx, scope, id)
    if (!before) throw unknownReport()
    await recordAudit(tx, trace, deps.clock.now(), {
      action: 'report_deleted',
      target: before.month,
      targetId: id,
      before,
    })
  })
}

/** The data of a report's CSV. Writes the audit line before the file is sent. */
export async function reportToExport(
  deps: AppDeps,
  scope: SupervisorScope,
  input: ReportInput,
  { trace, log }: { trace: Trace; log: FastifyBaseLogger },
): Promise<{ reportData: ReportData; operatorName: string | null }> {
  const name = await operatorName(deps, scope, input.operatorId)
  const reportData = await dataOf(deps, scope, input, async () =>
    reportTexts(await kpisOf(deps, scope, requestOf(input), log)),
  )
  const after = { month: input.month, operatorId: input.operatorId, operator: name }
  await recordAudit(deps.database.orm, trace, deps.clock.now(), {
    action: 'report_exported',
    target: input.month,
    after,
  })
  return { reportData, operatorName: name }
}
