import type { UsageDays } from '#contract/http/console/admin'
import type { SettingRequest } from '#contract/http/console/settings'
import { pathOf } from '../call.ts'
import { named } from '../operation.ts'
import { adminQuery, adminRequest } from './request.ts'

export const settingsQuery = adminQuery('GET /api/admin/settings')

export const changeSetting = (body: SettingRequest) => adminRequest('POST /api/admin/settings', { body })

/** Key of every page of the audit log; each change adds a line to it. */
export const auditKey = [pathOf('GET /api/admin/audit')]

export const fetchAudit = (search: string, signal: AbortSignal) =>
  adminRequest('GET /api/admin/audit', { search, signal })

/** Where the browser downloads what `search` selects. */
export const auditFile = (search: string): string => pathOf('GET /api/admin/audit/export', { search })

export const usageQuery = (days: UsageDays) => adminQuery('GET /api/admin/usage', { search: `days=${days}` })

const MEMORY_CALLS = {
  backup: 'POST /api/admin/force-backup',
  load: 'POST /api/admin/force-load',
  verify: 'POST /api/admin/verify-memory',
} as const
/** The actions on the board in memory. */
export type MemoryAction = keyof typeof MEMORY_CALLS

export async function runMemoryAction(action: MemoryAction) {
  const { details, ...answer } = await adminRequest(MEMORY_CALLS[action])
  return { ...answer, details: { ...details, differences: details.differences.map(named) } }
}
export type MemoryAnswer = Awaited<ReturnType<typeof runMemoryAction>>
export type BoardDifference = MemoryAnswer['details']['differences'][number]
