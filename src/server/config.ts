import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BackupStore, type S3Access, s3Access, storeAt } from './backup-place.ts'
import { type Environment, environment } from './environment.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface Config {
  port: number
  host: string
  /** Processes on this machine that answer requests; 1: the process that was started, without a cluster. */
  processes: number
  /** Absolute path. */
  dataDir: string
  databaseUrl: string | null
  /** The same database as the owner of its tables, who migrates; null: `databaseUrl` owns them too. */
  databaseOwnerUrl: string | null
  /** Streaming replicas of `databaseUrl`, which serve history, figures and exports. */
  databaseReadUrls: string[]
  /** Secret keys of age: the first encrypts backups and archives, all open them. None: they are not encrypted. */
  backupKeys: readonly string[]
  /** Local hour of the nightly backup; null: none is written by itself. */
  backupHour: number | null
  /** Gets a copy of each verified backup; null: nobody does. */
  backupTarget: BackupStore | null
  /** Of how many days, weeks and months a backup is kept there. */
  backupKeep: { days: number; weeks: number; months: number }
  /** Also of a backup that is restored from there. */
  s3: S3Access
  /** The first signs backups, archives and anchors (HMAC), all are accepted. None: they are not signed. */
  recordKeys: readonly string[]
  /** Gets the anchor of each day; null: nobody does. */
  anchorEmail: string | null
  /** Carries messages and rate limits between processes; null: no process on another machine or beside this one. */
  redisUrl: string | null
  /** null: created at the first start, printed once, and stored in `dataDir`. */
  adminKey: string | null
  /** The first signs, all are accepted. None: one is created at the first start and stored in `dataDir`. */
  sessionSecrets: readonly string[]
  /** Private key of the push messages (VAPID); null: created at the first start and stored in `dataDir`. */
  pushKey: string | null
  /** Origin under which people reach the product; null: taken from the request. */
  publicOrigin: string | null
  /** The mail server; null: mails are written to `dataDir`/outbox. */
  smtpUrl: string | null
  /** Sender of mails, with or without a display name. */
  mailFrom: string
  supportEmail: string
  timezone: string
  /** Of every page until a person chooses; 'browser': the first known one of the browser's. */
  defaultLanguage: Environment['DEFAULT_LANGUAGE']
  /** Of lines about requests and jobs; start, stop and faults of the process are always told. */
  logLevel: Environment['LOG_LEVEL']
  logFormat: LogFormat
  /** A day on which the clock was right, epoch milliseconds of its end; null: nobody has said so (clock-watch.ts). */
  clockConfirmed: number | null
  /** As Fastify takes it: false, true, a number of hops, or a list of addresses. */
  trustProxy: boolean | string | ((address: string, hop: number) => boolean)
  /** Folder that gets a copy of each line of the audit log, absolute; null: none does. */
  auditCopy: string | null
  /** How long lines of the audit log are kept. */
  auditDays: number
  /** Requests a minute in each process of an account, and of an address where nobody is signed in. */
  requestsPerMinute: number
  /** Open live channels that an account may have in each process. */
  liveChannels: number
  /** URL of map tiles with {z}, {x}, {y}. With neither this nor `tileFile`, maps are schematic. */
  tileUrl: string | null
  /** PMTiles archive that the product serves, absolute; never together with `tileUrl`. */
  tileFile: string | null
  /** Whom maps with tiles name; null: nobody was given. */
  tileAttribution: string | null
  /** Set by systemd for a service of `Type=notify`, not by people; null: nobody waits to be told. */
  serviceManager: ServiceManagerConfig | null
}

export interface ServiceManagerConfig {
  /** The service is killed when it has been silent for this long; null: never. */
  watchdogMs: number | null
}

export type LogFormat = Environment['LOG_FORMAT']

/** What cannot be started with. The message is one line that names the variable and what to do. */
export class ConfigError extends Error {
  readonly variable: string
  constructor(variable: string, message: string) {
    super(message)
    this.variable = variable
  }
}

function trustProxy(text: string): Config['trustProxy'] {
  if (text === 'true' || text === 'false') return text === 'true'
  if (!/^\d+$/.test(text)) return text
  const hops = Number(text)
  return (_address, hop) => hop < hops
}

/** Reads the configuration. Throws a ConfigError whose message is one line that names the variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const variable = String(issue?.path[0] ?? '?')
    throw new ConfigError(variable, `Configuración: ${variable} no es válida (${issue?.message ?? ''}).`)
  }
  const e = parsed.data
  if (e.DATABASE_OWNER_URL !== undefined && e.DATABASE_URL === undefined) {
    throw new ConfigError(
      'DATABASE_OWNER_URL',
      'Configuración: DATABASE_OWNER_URL necesita DATABASE_URL, la misma base de datos con la cuenta del producto.',
    )
  }
  if (e.DATABASE_READ_URL.length > 0 && e.DATABASE_URL === undefined) {
    throw new ConfigError(
      'DATABASE_READ_URL',
      'Configuración: DATABASE_READ_URL necesita DATABASE_URL, la base de datos principal.',
    )
  }
  if (e.TILE_URL !== undefined && e.TILE_FILE !== undefined) {
    throw new ConfigError(
      'TILE_URL',
      'Configuración: TILE_URL y TILE_FILE no van juntas; deje la que quiera usar.',
    )
  }
  if ((e.AWS_ACCESS_KEY_ID === undefined) !== (e.AWS_SECRET_ACCESS_KEY === undefined)) {
    throw new ConfigError(
      'AWS_ACCESS_KEY_ID',
      'Configuración: AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY van juntas, y falta una de las dos.',
    )
  }
  const [days = 1, weeks = 0, months = 0] = e.BACKUP_KEEP.split(',').map(Number)
  return {
    port: e.PORT,
    host: e.HOST,
    processes: e.PROCESSES,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL ?? null,
    databaseOwnerUrl: e.DATABASE_OWNER_URL ?? null,
    databaseReadUrls: e.DATABASE_READ_URL,
    backupKeys: e.BACKUP_KEY,
    backupHour: e.BACKUP_HOUR,
    backupTarget: e.BACKUP_TARGET === undefined ? null : storeAt(e.BACKUP_TARGET),
    backupKeep: { days, weeks, months },
    s3: s3Access(e),
    recordKeys: e.RECORD_KEY,
    anchorEmail: e.ANCHOR_EMAIL ?? null,
    redisUrl: e.REDIS_URL ?? null,
    adminKey: e.ADMIN_KEY ?? null,
    sessionSecrets: e.SESSION_SECRET,
    pushKey: e.PUSH_KEY ?? null,
    publicOrigin: e.PUBLIC_URL ? new URL(e.PUBLIC_URL).origin : null,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM ?? `Acarreo <${e.SUPPORT_EMAIL}>`,
    supportEmail: e.SUPPORT_EMAIL,
    timezone: e.APP_TIMEZONE,
    defaultLanguage: e.DEFAULT_LANGUAGE,
    logLevel: e.LOG_LEVEL,
    logFormat: e.LOG_FORMAT,
    clockConfirmed: e.CLOCK_CONFIRMED === undefined ? null : Date.parse(e.CLOCK_CONFIRMED) + DAY_MS,
    trustProxy: trustProxy(e.TRUST_PROXY),
    auditCopy: e.AUDIT_COPY === undefined ? null : resolve(e.AUDIT_COPY),
    auditDays: e.AUDIT_DAYS,
    requestsPerMinute: e.REQUESTS_PER_MINUTE,
    liveChannels: e.LIVE_CHANNELS,
    tileUrl: e.TILE_URL ?? null,
    tileFile: e.TILE_FILE === undefined ? null : resolve(e.TILE_FILE),
    tileAttribution: e.TILE_ATTRIBUTION ?? null,
    serviceManager: serviceManager(env),
  }
}

/** As in sd_notify(3) and sd_watchdog_enabled(3). */
function serviceManager(env: Record<string, string | undefined>): ServiceManagerConfig | null {
  if (!env.NOTIFY_SOCKET) return null
  const watchdogMs = Number(env.WATCHDOG_USEC) / 1000
  return { watchdogMs: watchdogMs > 0 ? watchdogMs : null }
}

/** What is allowed and probably not meant, one line each for the start. */
export function warningsOf(config: Config): string[] {
  const lines: string[] = []
  const isReached = config.smtpUrl !== null || config.trustProxy !== false || !isLoopback(config.host)
  if (config.publicOrigin === null && isReached) {
    lines.push(
      'Sin PUBLIC_URL: los enlaces de correos, invitaciones y seguimiento solo llevan a una dirección de esta máquina, y se aceptan solicitudes para cualquier nombre.',
    )
  }
  if (config.publicOrigin?.startsWith('https:') && config.trustProxy === false) {
    lines.push(
      'Sin TRUST_PROXY: PUBLIC_URL es https, así que un proxy termina TLS, y todas las visitas cuentan con la dirección de ese proxy: comparten los límites. Indique cuántos proxies hay (TRUST_PROXY=1) o sus direcciones.',
    )
  }
  if (config.trustProxy === true) {
    lines.push(
      'TRUST_PROXY=true: cualquiera puede fingir su dirección, y con ella evadir los límites. Indique cuántos proxies hay (TRUST_PROXY=1) o sus direcciones (TRUST_PROXY=10.0.0.0/8).',
    )
  }
  if (config.backupTarget !== null && config.backupKeys.length === 0) {
    lines.push(
      'Sin BACKUP_KEY: los respaldos que se copian a BACKUP_TARGET no están cifrados, y quien los lea ahí lee todo.',
    )
  }
  return lines
}

const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host)

/** How lines are written before the configuration is known. */
export const logFormatFromProcess = (): LogFormat => (process.env.LOG_FORMAT === 'json' ? 'json' : 'text')

/** The configuration of this process. `--processes N` among `args` comes before the variable. */
export function configFromProcess(args: readonly string[] = []): Config {
  // Else its library for S3 says on Node 20, in seven lines of the log, that its later versions need another.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  return readConfig({ ...process.env, ...variablesIn(args) })
}

function variablesIn(args: readonly string[]): { PROCESSES?: string } {
  try {
    const { values } = parseArgs({ args: [...args], options: { processes: { type: 'string' } } })
    return values.processes === undefined ? {} : { PROCESSES: values.processes }
  } catch {
    throw new ConfigError(
      'PROCESSES',
      `Configuración: no se entiende «${args.join(' ')}»; se espera --processes N.`,
    )
  }
}
