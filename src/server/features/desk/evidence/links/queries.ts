import { and, asc, desc, eq, gt } from 'drizzle-orm'
import type { Queryable } from '../../../../db/connect.ts'
import { first } from '../../../../db/first.ts'
import { featureFlags } from '../../../../db/schema/accounts.ts'
import { sharedLinks } from '../../../../db/schema/desk.ts'
import { evidencePacks } from '../../../../db/schema/evidence.ts'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'
import { type LinkRow, openedBy } from '../../../public/links/queries.ts'
import { ofSubject, PACK, type PackRow, type Subject, subjectOf } from '../queries.ts'

export interface PackLink {
  link: LinkRow
  pack: PackRow
}

/** With what the plan of the supervisor was when it was stored. */
const linked = (db: Queryable) =>
  db
    .select({ link: sharedLinks, pack: PACK, flags: featureFlags })
    .from(sharedLinks)
    .innerJoin(
      evidencePacks,
      and(eq(evidencePacks.id, sharedLinks.packId), eq(evidencePacks.supervisorId, sharedLinks.supervisorId)),
    )
    .leftJoin(featureFlags, eq(featureFlags.userId, sharedLinks.supervisorId))

/** Links to any version of a pack, oldest first. */
export const listPackLinks = async (
  db: Queryable,
  scope: SupervisorScope,
  subject: Subject,
): Promise<PackLink[]> =>
  linked(db)
    .where(and(eq(sharedLinks.supervisorId, scope.supervisorId), ofSubject(subject)))
    .orderBy(asc(sharedLinks.id))

export const findPackLink = (db: Queryable, scope: SupervisorScope, id: number): Promise<PackLink | null> =>
  first(linked(db).where(and(eq(sharedLinks.supervisorId, scope.supervisorId), eq(sharedLinks.id, id))))

/**
 * What a token opens at `now`. One statement for unknown, revoked and expired links, so that none takes longer.
 */
export const findByToken = (
  db: Queryable,
  token: string,
  now: Date,
): Promise<(PackLink & { flags: typeof featureFlags.$inferSelect | null }) | null> =>
  first(linked(db).where(openedBy(token, now)))

/** A later version of a pack that a correction has made: of that number, or the newest one. */
export const renewedPack = (db: Queryable, pack: PackRow, version: number | null): Promise<PackRow | null> =>
  first(
    db
      .select(PACK)
      .from(evidencePacks)
      .where(
        and(
          eq(evidencePacks.supervisorId, pack.supervisorId),
          ofSubject(subjectOf(pack)),
          gt(evidencePacks.version, pack.version),
          eq(evidencePacks.renews, true),
          version === null ? undefined : eq(evidencePacks.version, version),
        ),
      )
      .orderBy(desc(evidencePacks.version))
      .limit(1),
  )
