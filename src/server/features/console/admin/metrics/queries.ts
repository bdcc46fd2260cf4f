import { eq, sql, sum } from 'drizzle-orm'
import type { PremiumUses } from '#contract/http/console/admin'
import type { Queryable } from '../../../../db/connect.ts'
import { sharedLinks } from '../../../../db/schema/desk.ts'

/** How often links were handed out: each press of 'Compartir', and each further link. */
export async function countSharedLinks(db: Queryable, supervisorId: number): Promise<number> {
  const [row] = await db
    .select({ n: sum(sharedLinks.shares).mapWith(Number) })
    .from(sharedLinks)
    .where(eq(sharedLinks.supervisorId, supervisorId))
  return row?.n ?? 0
}

/** What a supervisor has done with each premium function that leaves rows. */
export async function premiumUses(db: Queryable, supervisorId: number): Promise<PremiumUses> {
  const { rows } = await db.execute<Record<string, number>>(sql`
    select
      (select count(*) from places where supervisor_id = me.id and retired_at is null)::float8 as places,
      a.raised::float8, a.open::float8, a.handled::float8, n.sent::float8, n.failed::float8,
      (select count(*) from contracts where supervisor_id = me.id)::float8 as contracts,
      (select count(*) from evidence_packs where supervisor_id = me.id)::float8 as packs,
      (select count(*) from reports where supervisor_id = me.id)::float8 as reports,
      l.packs::float8 as "packLinks", l.views::float8
    from (select ${supervisorId}::integer as id) me
    cross join lateral (
      select count(pack_id) as packs, coalesce(sum(views), 0) as views
      from shared_links where supervisor_id = me.id) l
    cross join lateral (
      select count(*) as raised, count(*) filter (where closed_at is null) as open,
        count(*) filter (where acknowledged_at is not null) as handled
      from alerts where supervisor_id = me.id) a
    cross join lateral (
      select count(*) filter (where sent_at is not null) as sent,
        count(*) filter (where claimed_at is not null and sent_at is null) as failed
      from alerts join alert_notices on alert_id = alerts.id
      where supervisor_id = me.id) n`)
  const of = (name: string): number => rows[0]?.[name] ?? 0
  return {
    realTimeInfo: {
      places: of('places'),
      alertsRaised: of('raised'),
      alertsOpen: of('open'),
      alertsHandled: of('handled'),
      pushesSent: of('sent'),
      pushesFailed: of('failed'),
    },
    kpiVisibility: { contracts: of('contracts'), packs: of('packs'), reports: of('reports') },
    linkSharing: { packLinks: of('packLinks'), linkViews: of('views') },
  }
}
