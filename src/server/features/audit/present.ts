import type { AuditEntryResponse } from '#contract/http/audit'
import type { AuditRow } from './queries.ts'

export function presentEntry(row: AuditRow): AuditEntryResponse {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    address: row.address,
    action: row.action,
    target: row.target,
    targetId: row.targetId,
    before: row.before,
    after: row.after,
  }
}
