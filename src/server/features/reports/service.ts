import type { FastifyBaseLogger } from 'fastify'
import type { ReportData } from '#contract/http/reports'
import { reportTexts } from '#domain/kpi/report-texts'
import type { AppDeps } from '../../deps.ts'
import { notFound } from '../../http/problem.ts'
import type { SupervisorScope } from '../../http/scope.ts'
import { kpisOf } from '../kpis/service.ts'
import { findOwnOperator, insertReport, type ReportRow } from './queries.ts'

export interface ReportInput {
  /** `yyyy-MM` */
  month: string
  /** null: all operators. */
  operatorId: number | null
  /** As the client shows the figures; absent: as the server words its own. */
  reportData?: ReportData | undefined
}

const MAX_ID = 2 ** 31 - 1

/** Throws 404 for an operator who is not the supervisor's. */
async function operatorName(
  deps: AppDeps,
  scope: SupervisorScope,
  id: number | null,
): Promise<string | null> {
  if (id === null) return null
  const operator = id > MAX_ID ? null : await findOwnOperator(deps.database.orm, scope, id)
  if (!operator) throw notFound('No se encontró el operador.')
  return operator.displayName
}

const figuresOf = (deps: AppDeps, scope: SupervisorScope, input: ReportInput, log: FastifyBaseLogger) =>
  kpisOf(
    deps,
    scope,
    {
      month: input.month,
      operatorId: input.operatorId === null ? [] : [input.operatorId],
      containerId: [],
      eventType: [],
    },
    log,
  )

/** Keeps a month's figures: what was sent, and beside it what the server itself makes of the record now. */
export async function saveReport(
  deps: AppDeps,
  scope: SupervisorScope,
  input: ReportInput & { timestamp?: string | undefined },
  log: FastifyBaseLogger,
): Promise<ReportRow> {
  const name = await operatorName(deps, scope, input.operatorId)
  const figures = await figuresOf(deps, scope, input, log)
  const now = deps.clock.now()
  const report = {
    operatorId: input.operatorId,
    month: input.month,
    reportData: input.reportData ?? reportTexts(figures),
    figures,
    // A client's clock may run fast; a report from the future would stay on top of the list.
    timestamp: new Date(input.timestamp === undefined ? now : Math.min(Date.parse(input.timestamp), now)),
  }
  const id = await insertReport(deps.database.orm, scope, report)
  return { ...report, id, operatorName: name }
}

/** What the CSV of a report tells, and whose it is. */
export async function reportToExport(
  deps: AppDeps,
  scope: SupervisorScope,
  input: ReportInput,
  log: FastifyBaseLogger,
): Promise<{ reportData: ReportData; operatorName: string | null }> {
  const name = await operatorName(deps, scope, input.operatorId)
  const reportData = input.reportData ?? reportTexts(await figuresOf(deps, scope, input, log))
  return { reportData, operatorName: name }
}
