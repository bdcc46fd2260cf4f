import type { AuditEntryResponse } from '#contract/http/console/audit'
import { csvRecord } from '#domain/csv/csv'
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

/** One record of the CSV file, in the order of `AUDIT_COLUMNS`; with the hash, so that the file can be compared later. */
export function auditRecord(row: AuditRow): string {
  const { id, actor, at, address, action, target, targetId, before, after } = presentEntry(row)
  const json = (value: object | null) => (value === null ? '' : JSON.stringify(value))
  return csvRecord([
    String(id),
    at,
    actor.kind,
    actor.name,
    String(actor.id ?? ''),
    address ?? '',
    action,
    target ?? '',
    String(targetId ?? ''),
    json(before),
    json(after),
    row.chain ?? '',
    String(row.chainPosition ?? ''),
    row.chainHash?.toString('hex') ?? '',
  ])
}
