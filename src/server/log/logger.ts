import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Log } from './tell.ts'
import { textLine } from './text-line.ts'

type Settings = Pick<Config, 'logLevel' | 'logFormat'>

/**
 * Writes lines of JSON, or readable ones, to standard output. `taken`: whether an error belongs to a fault that has its
 * own two lines; then it gets none.
 */
export function createLog(
  { logLevel, logFormat }: Settings,
  { taken = () => false, stream = standardOutput() }: Partial<LogParts> = {},
): Logger {
  return pino(
    {
      level: logLevel,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { req: describeRequest, res: describeReply, err: describeError },
      redact: SECRETS,
      hooks: {
        logMethod(args, method) {
          const [fields, ...rest] = args as unknown as [unknown, ...unknown[]]
          const known = fields instanceof Error ? { err: fields } : isObject(fields) ? fields : null
          if (known === null) return method.apply(this, [{ code: 'LIBRARY' }, fields, ...rest] as never)
          if ('err' in known && taken(known.err, known)) return
          method.apply(this, ['code' in known ? known : { ...known, code: 'LIBRARY' }, ...rest] as never)
        },
      },
    },
    logFormat === 'json' ? stream : { write: (line) => stream.write(`${textLine(line)}\n`) },
  )
}

interface LogParts {
  taken: (error: unknown, fields: object) => boolean
  stream: DestinationStream
}

/** Synchronous: the last line of a process that ends must not be lost. */
const standardOutput = (): DestinationStream => pino.destination({ dest: 1, sync: true })

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const SECRETS = ['password', 'passwordHash', 'token', 'adminKey'].flatMap((name) => [name, `*.${name}`])

/**
 * What a line says of a request: the route's pattern, never the path. A path may contain an operation key, and a query a
 * live token; both are capabilities.
 */
const describeRequest = (request: FastifyRequest): object => ({
  method: request.method,
  route: request.routeOptions?.url ?? '(none)',
  address: request.ip,
  ...accountOf(request),
})

/** Whose request it is, where somebody is signed in. */
export function accountOf({ signedIn }: FastifyRequest): { account?: number; username?: string } {
  return signedIn ? { account: signedIn.caller.id, username: signedIn.caller.username } : {}
}

const describeReply = (reply: { statusCode: number }): object => ({ status: reply.statusCode })

/** An error without the values of a failed statement, which are personal data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const cut = (text: string | undefined): string | undefined => text?.replace(/\nparams: [^\n]*/, '')
  return {
    type: error.name,
    message: cut(error.message),
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint' in error ? { constraint: error.constraint } : {}),
    stack: cut(error.stack),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/**
 * The log of one request. `child` would look through each binding for secrets, which cost a fiftieth of a press; Fastify
 * numbers its requests itself.
 */
export const logOfRequest = (log: FastifyBaseLogger, { reqId }: { reqId?: unknown }): FastifyBaseLogger =>
  Object.assign(Object.create(log), { [CHINDINGS]: `${Reflect.get(log, CHINDINGS)},"reqId":"${reqId}"` })

/** The bindings as text, which pino writes into each line. */
const CHINDINGS = pino.symbols.chindingsSym

/** The log as what `tell` needs. */
export const asLog = (log: Logger): Log => log as unknown as Log
