import type { MemoryActionResponse } from '#contract/http/admin'
import type { AuditResponse } from '#contract/http/audit'
import type { SettingRequest, SettingsResponse } from '#contract/http/settings'
import { named } from '../operation.ts'
import { adminQuery, adminRequest } from './request.ts'

const SETTINGS_PATH = '/api/admin/settings'
const AUDIT_PATH = '/api/admin/audit'

export const settingsQuery = adminQuery<SettingsResponse>(SETTINGS_PATH)

export const changeSetting = (change: SettingRequest): Promise<unknown> =>
  adminRequest('POST', SETTINGS_PATH, change)

/** Key of every page of the audit log; each change adds a line to it. */
export const auditKey = [AUDIT_PATH]

export const fetchAudit = (search: string, signal: AbortSignal): Promise<AuditResponse> =>
  adminRequest('GET', `${AUDIT_PATH}?${search}`, undefined, { signal })

/** Where the browser downloads what `search` selects. */
export const auditFile = (search: string): string => `${AUDIT_PATH}/export?${search}`

const MEMORY_PATHS = {
  backup: '/api/admin/force-backup',
  load: '/api/admin/force-load',
  verify: '/api/admin/verify-memory',
} as const
/** The actions on the board in memory. */
export type MemoryAction = keyof typeof MEMORY_PATHS

export async function runMemoryAction(action: MemoryAction) {
  const { details, ...answer } = await adminRequest<MemoryActionResponse>('POST', MEMORY_PATHS[action])
  return { ...answer, details: { ...details, differences: details.differences.map(named) } }
}
export type MemoryAnswer = Awaited<ReturnType<typeof runMemoryAction>>
export type BoardDifference = MemoryAnswer['details']['differences'][number]
