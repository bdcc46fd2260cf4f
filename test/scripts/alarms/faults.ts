/** Values of a series, one a minute, in the notation of promtool; null: there is no such series. */
type Series = Readonly<Record<string, string | null>>

/** An installation on which nothing is wrong, for three hours. */
export const HEALTHY: Readonly<Record<string, string>> = {
  up: '1x180',
  acarreo_database_up: '1x180',
  acarreo_database_writable: '1x180',
  acarreo_disk_free_bytes: '50000000000x180',
  acarreo_disk_size_bytes: '100000000000x180',
  acarreo_oldest_snapshot_seconds: '2x180',
  'acarreo_job_failures_total{job_name="record_anchor"}': '0x180',
  'acarreo_job_failures_total{job_name="invitations"}': '0x180',
  acarreo_bus_healthy: '1x180',
  'acarreo_build_info{version="1.0.0"}': '1x180',
  acarreo_maintenance: '0x180',
  acarreo_clock_in_doubt: '0x180',
  acarreo_clock_offset_seconds: '0.01x180',
  'acarreo_http_request_duration_seconds_count{status="2xx"}': '0+600x180',
  'acarreo_http_request_duration_seconds_count{status="5xx"}': '0x180',
  nodejs_eventloop_lag_p99_seconds: '0.01x180',
  nodejs_eventloop_lag_max_seconds: '0.05x180',
  process_resident_memory_bytes: '200000000x180',
  'acarreo_db_connections{state="waiting"}': '0x180',
  'acarreo_dear_requests_refused_total{reason="full"}': '0x180',
  'acarreo_rate_limited_total{route="/api/events"}': '0x180',
  'acarreo_replica_usable{replica="1"}': '1x180',
  'acarreo_replica_lag_bytes{replica="1"}': '1000x180',
  acarreo_worker_exits_total: '0x180',
  'acarreo_job_last_success_timestamp_seconds{job_name="premium_expiry"}': '0+60x180',
  'acarreo_job_last_success_timestamp_seconds{job_name="trip_sums"}': '0+60x180',
  'acarreo_job_last_success_timestamp_seconds{job_name="idle_sessions"}': '0+60x180',
  'acarreo_job_last_success_timestamp_seconds{job_name="record_anchor"}': '0x180',
  'acarreo_job_last_success_timestamp_seconds{job_name="alert_digest"}': '0x180',
  'acarreo_job_last_success_timestamp_seconds{job_name="backups"}': '0x180',
  acarreo_backup_newest_timestamp_seconds: '0x180',
  acarreo_backup_verified_timestamp_seconds: '0x180',
  acarreo_backup_copied_timestamp_seconds: '0x180',
  acarreo_alerts_watched: '12x180',
  acarreo_mails_oldest_waiting_seconds: '0x180',
  'acarreo_mails_total{outcome="failed"}': '0x180',
  acarreo_events_recorded_total: '0+5x180',
}

interface Fault {
  name: string
  /** What differs from a healthy installation. The fault begins after ten minutes. */
  series: Series
  /** When it is looked at; by then all of its alarms must ring. */
  minute: number
  /** These alarms, and no other. */
  rings: readonly string[]
}

const from = (before: string, then: string): string => `${before}x10 ${then}x170`
const SILENT = { acarreo_database_up: from('1', '0'), acarreo_database_writable: from('1', '0') }
const FAILING = { 'acarreo_http_request_duration_seconds_count{status="5xx"}': '0x10 0+60x170' }

const fault = (name: string, minute: number, rings: string | readonly string[], series: Series): Fault => ({
  name,
  series,
  minute,
  rings: [rings].flat(),
})

/** Series that a healthy installation may not have: nothing was counted yet, or there is no such part. */
const MAY_BE_ABSENT = [
  'up',
  'acarreo_http_request_duration_seconds_count{status="5xx"}',
  'acarreo_rate_limited_total{route="/api/events"}',
  'acarreo_replica_usable{replica="1"}',
  'acarreo_replica_lag_bytes{replica="1"}',
  'acarreo_worker_exits_total',
  'acarreo_job_failures_total{job_name="invitations"}',
  'acarreo_backup_copied_timestamp_seconds',
  'acarreo_events_recorded_total',
]
/** Its absence is an alarm of its own. */
const OF_BACKUPS = [
  'acarreo_job_last_success_timestamp_seconds{job_name="backups"}',
  'acarreo_backup_newest_timestamp_seconds',
]
const without = (names: readonly string[]): Series => Object.fromEntries(names.map((name) => [name, null]))
const ALL = Object.keys(HEALTHY)
/** What is asked of the database at a scrape. */
const ASKED = ALL.filter((name) => /oldest|last_success|verified|copied/.test(name))

export const FAULTS: readonly Fault[] = [
  fault('the process is gone', 60, 'AcarreoDown', { ...without(ALL), up: '0x180' }),
  fault('nobody scrapes it any more', 5, 'AcarreoDown', { up: null }),
  ...ALL.filter((name) => !MAY_BE_ABSENT.includes(name) && !OF_BACKUPS.includes(name)).map((name) =>
    fault(`${name} is gone`, 12, 'AcarreoSeriesMissing', { [name]: null }),
  ),
  ...OF_BACKUPS.map((name) => fault(`${name} is gone`, 35, 'AcarreoBackupMissing', { [name]: null })),
  fault('PostgreSQL is stopped', 60, 'AcarreoDatabaseDown', { ...without(ASKED), ...SILENT }),
  fault('the database is a standby', 12, 'AcarreoDatabaseReadOnly', {
    acarreo_database_writable: from('1', '0'),
  }),
  fault('the disk fills up', 17, 'AcarreoDiskLow', {
    acarreo_disk_free_bytes: from('50000000000', '1500000000'),
  }),
  fault('the disk is full', 17, ['AcarreoDiskFull', 'AcarreoDiskLow'], {
    acarreo_disk_free_bytes: from('50000000000', '1000000'),
  }),
  fault('requests fail', 17, 'AcarreoErrors', FAILING),
  fault('requests fail because of maintenance', 40, [], { ...FAILING, acarreo_maintenance: from('0', '1') }),
  fault('maintenance was forgotten', 75, 'AcarreoMaintenance', { acarreo_maintenance: from('0', '1') }),
  fault('the mail server takes nothing', 50, 'AcarreoMailsWait', {
    acarreo_mails_oldest_waiting_seconds: '0x10 0+60x170',
  }),
  fault('the mail server refuses every mail', 40, 'AcarreoMailsFail', {
    'acarreo_mails_total{outcome="failed"}': '0x10 0+1x170',
  }),
  fault('a request holds the thread', 17, 'AcarreoThreadBlocked', {
    nodejs_eventloop_lag_p99_seconds: from('0.01', '0.3'),
  }),
  fault('memory grows', 30, 'AcarreoMemory', {
    process_resident_memory_bytes: from('200000000', '2000000000'),
  }),
  fault('connections are short', 17, 'AcarreoWaitingForDatabase', {
    'acarreo_db_connections{state="waiting"}': from('0', '4'),
  }),
  fault('a transaction rests', 40, 'AcarreoSnapshotOld', { acarreo_oldest_snapshot_seconds: '0+60x180' }),
  fault('a tenant asks for more than its turns', 25, 'AcarreoDearRequestsRefused', {
    'acarreo_dear_requests_refused_total{reason="full"}': '0x10 0+10x170',
  }),
  fault('a script floods a route', 30, 'AcarreoFlooded', {
    'acarreo_rate_limited_total{route="/api/events"}': '0x10 0+600x170',
  }),
  fault('Redis is away', 12, 'AcarreoBusUnhealthy', { acarreo_bus_healthy: from('1', '0') }),
  fault('a replica is away', 17, 'AcarreoReplicaAway', {
    'acarreo_replica_usable{replica="1"}': from('1', '0'),
  }),
  fault('a replica lags', 17, 'AcarreoReplicaBehind', {
    'acarreo_replica_lag_bytes{replica="1"}': from('1000', '300000000'),
  }),
  fault('a worker crashes', 12, 'AcarreoWorkerExited', { acarreo_worker_exits_total: from('0', '1') }),
  fault('the record was altered', 12, 'AcarreoRecordAltered', {
    'acarreo_job_failures_total{job_name="record_anchor"}': from('0', '1'),
  }),
  fault('a job fails for the first time', 12, 'AcarreoJobFailed', {
    'acarreo_job_failures_total{job_name="invitations"}': from('0', '1'),
  }),
  fault('a job hangs', 30, 'AcarreoJobLate', {
    'acarreo_job_last_success_timestamp_seconds{job_name="premium_expiry"}': '0x180',
  }),
  fault("last night's backup is missing", 35, 'AcarreoBackupMissing', {
    'acarreo_job_last_success_timestamp_seconds{job_name="backups"}': '-94000x180',
    acarreo_backup_newest_timestamp_seconds: '-94000x180',
  }),
  fault('backups are written and not proven', 35, 'AcarreoBackupUnverified', {
    acarreo_backup_verified_timestamp_seconds: '-101000x180',
  }),
  fault('the share is not mounted', 35, 'AcarreoBackupNotCopied', {
    acarreo_backup_copied_timestamp_seconds: '-101000x180',
  }),
  fault('BACKUP_TARGET was lost', 60, 'AcarreoBackupNotCopied', {
    acarreo_backup_copied_timestamp_seconds: '-101000x5 _x175',
  }),
  fault('there is no target', 35, [], { acarreo_backup_copied_timestamp_seconds: null }),
  fault('nobody judges alerts', 30, 'AcarreoAlertsUnjudged', { acarreo_alerts_watched: '0x180' }),
  fault('the clock jumps by more than a year', 13, 'AcarreoClockInDoubt', {
    acarreo_clock_in_doubt: from('0', '1'),
    acarreo_clock_offset_seconds: from('0.01', '36288000'),
  }),
  fault('the clock drifts', 25, 'AcarreoClockDrifts', {
    acarreo_clock_offset_seconds: from('0.01', '-45'),
  }),
  fault('processes are of two versions', 20, 'AcarreoVersionsDiffer', {
    'acarreo_build_info{version="0.9.0"}': '1x180',
  }),
]
