import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { isTimeZone } from '#domain/time/zone'
import { type BackupStore, type S3Access, s3Access, s3Place, storeAt } from './backup-place.ts'

const blankAsAbsent = (value: unknown): unknown => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsAbsent, schema.optional())

/** One secret, or several with commas between them: the new one first, then those that are still accepted. */
const secrets = (one: z.ZodType<string>) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value !== '' ? value.split(',').map((each) => each.trim()) : []),
    z.array(one),
  )

const longSecret = z.string().min(32, 'al menos 32 caracteres cada uno, separados por comas')

const DAY_MS = 24 * 60 * 60 * 1000

/** Each has its own connections to the database: more than this fit no machine. */
const MOST_PROCESSES = 64

/** Of one account: for wall displays and load tests. */
const MOST_CHANNELS = 10_000

const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error:
    'se espera postgres://usuario:contraseña@servidor:5432/base, con los signos de la contraseña como %40',
})

/** As Fastify takes it: Fastify itself would throw a TypeError at the start. */
function isTrust(text: string): boolean {
  if (/^(true|false|\d+)$/.test(text)) return true
  return text.split(',').every((each) => {
    const [address = '', bits, ...more] = each.trim().split('/')
    if (/^(loopback|linklocal|uniquelocal)$/.test(address)) return bits === undefined
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    if (most < 0 || more.length > 0) return false
    return (
      bits === undefined ||
      (/^\d+$/.test(bits) ? Number(bits) >= 1 && Number(bits) <= most : most === 32 && isIP(bits) === 4)
    )
  })
}

const environment = z.object({
  PORT: z.preprocess(blankAsAbsent, z.coerce.number().int().min(0).max(65_535).default(3000)),
  HOST: z.preprocess(blankAsAbsent, z.string().default('127.0.0.1')),
  PROCESSES: z.preprocess(blankAsAbsent, z.coerce.number().int().min(1).max(MOST_PROCESSES).default(1)),
  DATA_DIR: z.preprocess(blankAsAbsent, z.string().default('./data')),
  DATABASE_URL: optional(postgresUrl),
  DATABASE_OWNER_URL: optional(postgresUrl),
  DATABASE_READ_URL: z.preprocess(
    (value) => (typeof value === 'string' ? value.split(/[\s,]+/).filter((url) => url !== '') : value),
    z.array(postgresUrl).default([]),
  ),
  BACKUP_KEY: secrets(z.string().regex(/^AGE-SECRET-KEY-1[A-Z0-9]{58}$/, 'se espera AGE-SECRET-KEY-1…')),
  BACKUP_HOUR: z.preprocess(
    blankAsAbsent,
    z.union([z.literal('off').transform(() => null), z.coerce.number().int().min(0).max(23)]).default(3),
  ),
  BACKUP_TARGET: optional(
    z
      .string()
      .refine(
        (text) => isAbsolute(text) || s3Place(text) !== null,
        'se espera la ruta completa de una carpeta o s3://bucket/prefijo',
      ),
  ),
  BACKUP_KEEP: z.preprocess(
    blankAsAbsent,
    z
      .string()
      .regex(/^[1-9]\d{0,3}(,\d{1,4}){2}$/, 'se esperan días, semanas y meses: 7,4,12')
      .default('7,4,12'),
  ),
  // Those that every program for S3 reads.
  AWS_ENDPOINT_URL_S3: optional(z.url({ protocol: /^https?$/ })),
  AWS_ENDPOINT_URL: optional(z.url({ protocol: /^https?$/ })),
  AWS_REGION: optional(z.string()),
  AWS_DEFAULT_REGION: optional(z.string()),
  AWS_ACCESS_KEY_ID: optional(z.string()),
  AWS_SECRET_ACCESS_KEY: optional(z.string()),
  AWS_SESSION_TOKEN: optional(z.string()),
  RECORD_KEY: secrets(longSecret),
  ANCHOR_EMAIL: optional(z.email()),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/ })),
  ADMIN_KEY: optional(z.string().min(16, 'al menos 16 caracteres')),
  SESSION_SECRET: secrets(longSecret),
  PUSH_KEY: optional(z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'se esperan 32 bytes en base64url')),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(
    z.string().regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'se espera una dirección de correo'),
  ),
  SUPPORT_EMAIL: z.preprocess(blankAsAbsent, z.email().default('soporte@acarreo.mx')),
  APP_TIMEZONE: z.preprocess(
    blankAsAbsent,
    z.string().default('America/Mexico_City').refine(isTimeZone, 'no es una zona horaria conocida'),
  ),
  DEFAULT_LANGUAGE: z.preprocess(blankAsAbsent, z.enum(['es', 'en', 'browser']).default('es')),
  LOG_LEVEL: z.preprocess(
    blankAsAbsent,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  LOG_FORMAT: z.preprocess(blankAsAbsent, z.enum(['text', 'json']).default('text')),
  TRUST_PROXY: z.preprocess(
    blankAsAbsent,
    z
      .string()
      .default('false')
      .refine(
        isTrust,
        'se espera false, cuántos proxies hay (1) o sus direcciones separadas por comas (10.0.0.0/8)',
      ),
  ),
  CLOCK_CONFIRMED: optional(z.iso.date('se espera una fecha como 2026-11-25')),
  AUDIT_COPY: optional(z.string()),
  AUDIT_DAYS: z.preprocess(blankAsAbsent, z.coerce.number().int().min(30).max(36_500).default(400)),
  REQUESTS_PER_MINUTE: z.preprocess(blankAsAbsent, z.coerce.number().int().min(1).default(3000)),
  LIVE_CHANNELS: z.preprocess(blankAsAbsent, z.coerce.number().int().min(1).max(MOST_CHANNELS).default(20)),
  TILE_URL: optional(
    z
      .string()
      .regex(/^(https?:\/\/[^/\s;,'"]+)?\/[^\s;,'"]*$/, 'se espera una dirección http(s) o una ruta propia')
      .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'faltan {z}, {x} o {y}'),
  ),
  TILE_FILE: optional(z.string()),
  TILE_ATTRIBUTION: optional(z.string().max(200)),
})

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
  defaultLanguage: z.infer<typeof environment>['DEFAULT_LANGUAGE']
  /** Of lines about requests and jobs; start, stop and faults of the process are always told. */
  logLevel: z.infer<typeof environment>['LOG_LEVEL']
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

export type LogFormat = z.infer<typeof environment>['LOG_FORMAT']

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
