import type { z } from 'zod'
import type { AlertsResponse, alertsQuery } from '#contract/http/desk/alerts'
import { CLOSED_DAYS } from '#domain/alert/kinds'
import type { Queryable } from '../../../db/connect.ts'
import { cursorIn, pageOf } from '../../../http/answer/cursor.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { presentAlert } from '../../../live/present.ts'
import { type AlertRow, closedAlertsOf, openAlertsOf } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOTHING = { rows: [] as AlertRow[], nextCursor: null }

/** One page of one of the lists, or of both. `now` is epoch milliseconds. Throws 400 for a cursor that was never given. */
export async function readAlerts(
  db: Queryable,
  scope: SupervisorScope,
  { list, limit, cursor: text }: z.output<typeof alertsQuery>,
  now: number,
): Promise<AlertsResponse> {
  const page = { cursor: cursorIn(text), limit: limit + 1 }
  const since = new Date(now - CLOSED_DAYS * DAY_MS)
  const open =
    list === 'closed'
      ? NOTHING
      : pageOf(await openAlertsOf(db, scope, page), limit, ({ alert: { raisedAt, id } }) => ({
          timestamp: raisedAt.getTime(),
          id,
        }))
  const closed =
    list === 'open'
      ? NOTHING
      : pageOf(await closedAlertsOf(db, scope, { ...page, since }), limit, ({ alert: { closedAt, id } }) => ({
          timestamp: closedAt?.getTime() ?? 0,
          id,
        }))
  // The closed ones are read later: one that was closed in between is in both.
  const over = new Set(closed.rows.map(({ alert }) => alert.id))
  return {
    open: open.rows.filter(({ alert }) => !over.has(alert.id)).map(presentAlert),
    closed: closed.rows.map(presentAlert),
    next: { open: open.nextCursor, closed: closed.nextCursor },
  }
}
