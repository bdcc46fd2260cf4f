import type { Database, Tx } from '../../../db/connect.ts'
import { sealRecord } from '../../../record/verify/seal.ts'
import { type Verification, verifyRecord, verifyRecordIn } from '../../../record/verify/verify.ts'
import { saidOf } from '../../../record/verify/words.ts'
import { saidOfAudit } from '../../base/audit/verification.ts'
import { type AuditVerification, verifyAudit, verifyAuditIn } from '../../base/audit/verify.ts'

/** The first fault of a restored record or audit log in one sentence; null: both are whole. Older files have no chains. */
export async function judgeRestored(tx: Tx): Promise<string | null> {
  await sealRecord(tx)
  return sentenceOf(await verifyRecordIn(tx), await verifyAuditIn(tx))
}

/** The same of the record and the audit log as they are now. */
export const judgeRecord = async (database: Pick<Database, 'pool'>): Promise<string | null> =>
  sentenceOf(await verifyRecord(database), await verifyAudit(database))

function sentenceOf(record: Verification, audit: AuditVerification): string | null {
  if (record.fault) return saidOf(record).message
  return audit.fault ? saidOfAudit(audit).message : null
}
