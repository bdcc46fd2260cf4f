import { loadWords } from './load-words.ts'

export const {
  admin: adminText,
  adminAudit: adminAuditText,
  adminMails: adminMailsText,
  adminMetrics: adminMetricsText,
  adminSettings: adminSettingsText,
  adminSystem: adminSystemText,
  adminUsers: adminUsersText,
} = await loadWords('console')
