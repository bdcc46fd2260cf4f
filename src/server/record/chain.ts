import { createHash } from 'node:crypto'
import { canonicalCorrection, canonicalEvent } from '#domain/record/canonical'
import type { CorrectionRow, StoredEvent } from './rows.ts'

// The chain of an operation: h(0) = SHA-256 of its key, h(n) = SHA-256 of h(n-1) and the canonical text of record n. Here for
// the process, and below for the statements that hash while they write.

/** SHA-256 of these, one after the other. */
export const linked = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The hash before a chain's first record: of an operation, by its key, or of audit lines. */
export const chainRoot = (name: string): Buffer => linked(name)

/** The hash of a correction, or of an event as it was reported, after the hash of the record before it. */
export const chainHash = (before: Buffer, record: StoredEvent | Omit<CorrectionRow, 'id' | 'seq'>): Buffer =>
  linked(before, 'kind' in record ? canonicalCorrection(record) : canonicalEvent(asReported(record)))

/** A correction keeps the first time and type. */
export const asReported = <Row extends StoredEvent>(event: Row): Row => ({
  ...event,
  timestamp: event.firstTimestamp ?? event.timestamp,
  eventType: event.firstEventType ?? event.eventType,
})

/** `chainHash` as an SQL expression, of a hash and of a canonical text. */
export const chainedSql = (before: string, canonical: string): string =>
  `sha256(${before} || convert_to(${canonical}, 'UTF8'))`

/** `chainRoot` as an SQL expression. */
export const chainRootSql = (operationKey: string): string => `sha256(convert_to(${operationKey}, 'UTF8'))`
