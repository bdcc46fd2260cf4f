import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { isTimeZone } from '#domain/time/zone'
import { s3Place } from './backup-place.ts'

const blankAsAbsent = (value: unknown): unknown => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsAbsent, schema.optional())

/** One secret, or several with commas between them: the new one first, then those that are still accepted. */
const secrets = (one: z.ZodType<string>) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value !== '' ? value.split(',').map((each) => each.trim()) : []),
    z.array(one),
  )

const longSecret = z.string().min(32, 'al menos 32 caracteres cada uno, separados por comas')

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

/** The variables that the product reads, each with what it may be. Messages are for the one who starts it. */
export const environment = z.object({
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

export type Environment = z.infer<typeof environment>
