import type { AccountsWords } from '../accounts.ts'
import type { AdminWords } from '../admin.ts'
import type { AdminAuditWords } from '../admin-audit.ts'
import type { AdminMetricsWords } from '../admin-metrics.ts'
import type { AdminSettingsWords } from '../admin-settings.ts'
import type { AdminSystemWords } from '../admin-system.ts'
import type { AdminUsersWords } from '../admin-users.ts'
import type { CommonWords } from '../common.ts'
import type { DayRangeWords } from '../day-range.ts'
import type { DeskWords } from '../desk.ts'
import type { EventLogWords } from '../event-log.ts'
import type { HistoryWords } from '../history.ts'
import type { KpisWords } from '../kpis.ts'
import type { LabelWords } from '../labels.ts'
import type { LinksWords } from '../links.ts'
import type { LiveWords } from '../live.ts'
import type { LiveOperationsWords } from '../live-operations.ts'
import type { MaintenanceWords } from '../maintenance.ts'
import type { NotFoundWords } from '../not-found.ts'
import type { OperationWords } from '../operation.ts'
import type { OperatorsWords } from '../operators.ts'
import type { OutboxWords } from '../outbox.ts'
import type { PremiumWords } from '../premium.ts'
import type { RecoveryWords } from '../recovery.ts'
import type { TermsWords } from '../terms.ts'
import type { TrackingWords } from '../tracking.ts'
import { accounts } from './accounts.ts'
import { admin } from './admin.ts'
import { adminAudit } from './admin-audit.ts'
import { adminMetrics } from './admin-metrics.ts'
import { adminSettings } from './admin-settings.ts'
import { adminSystem } from './admin-system.ts'
import { adminUsers } from './admin-users.ts'
import { common } from './common.ts'
import { dayRange } from './day-range.ts'
import { desk } from './desk.ts'
import { eventLog } from './event-log.ts'
import { history } from './history.ts'
import { kpis } from './kpis.ts'
import { labels } from './labels.ts'
import { links } from './links.ts'
import { live } from './live.ts'
import { liveOperations } from './live-operations.ts'
import { maintenance } from './maintenance.ts'
import { notFound } from './not-found.ts'
import { operation } from './operation.ts'
import { operators } from './operators.ts'
import { outbox } from './outbox.ts'
import { premium } from './premium.ts'
import { recovery } from './recovery.ts'
import { terms } from './terms.ts'
import { tracking } from './tracking.ts'
import { fromServer } from './wire.ts'

/** Every screen's sentences in English. */
export interface English {
  admin: AdminWords
  adminAudit: AdminAuditWords
  adminMetrics: AdminMetricsWords
  adminSettings: AdminSettingsWords
  adminSystem: AdminSystemWords
  adminUsers: AdminUsersWords
  dayRange: DayRangeWords
  maintenance: MaintenanceWords
  fromServer: (words: string) => string | null
  accounts: AccountsWords
  common: CommonWords
  desk: DeskWords
  eventLog: EventLogWords
  history: HistoryWords
  kpis: KpisWords
  labels: LabelWords
  links: LinksWords
  liveOperations: LiveOperationsWords
  live: LiveWords
  notFound: NotFoundWords
  operation: OperationWords
  operators: OperatorsWords
  outbox: OutboxWords
  premium: PremiumWords
  recovery: RecoveryWords
  terms: TermsWords
  tracking: TrackingWords
}

export const all: English = {
  admin,
  adminAudit,
  adminMetrics,
  adminSettings,
  adminSystem,
  adminUsers,
  dayRange,
  maintenance,
  fromServer,
  accounts,
  common,
  desk,
  eventLog,
  history,
  kpis,
  labels,
  links,
  liveOperations,
  live,
  notFound,
  operation,
  operators,
  outbox,
  premium,
  recovery,
  terms,
  tracking,
}
