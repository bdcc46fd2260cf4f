/**
 * Parse Server with LiveQuery as a process of its own, started by `parse.ts`. An `Event` belongs to an operation, whose
 * row moves with it; only the driver may write it, only driver and supervisor may read it.
 */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface ParseSettings {
  /** Where parse-server is installed. */
  folder: string
  database: { host: string; port: number; user: string; database: string }
  appId: string
  masterKey: string
  /** Stores the event alone, and leaves the operation's row as it was. */
  lean: boolean
}

const SIGNED_IN = { requiresAuthentication: true }
const POINTER_TO_USER = { type: 'Pointer', targetClass: '_User' }
const PLACE = { type: 'GeoPoint' }

const CLASSES = [
  {
    className: 'Operation',
    fields: {
      driver: POINTER_TO_USER,
      supervisor: POINTER_TO_USER,
      number: { type: 'String' },
      status: { type: 'String' },
      version: { type: 'Number' },
      newestEventAt: { type: 'Date' },
      coordinates: PLACE,
    },
    classLevelPermissions: { find: SIGNED_IN, get: SIGNED_IN, create: SIGNED_IN, update: SIGNED_IN },
  },
  {
    className: 'Event',
    fields: {
      operation: { type: 'Pointer', targetClass: 'Operation' },
      driver: POINTER_TO_USER,
      supervisor: POINTER_TO_USER,
      eventId: { type: 'String' },
      eventType: { type: 'String' },
      occurredAt: { type: 'Date' },
      clockOffsetMs: { type: 'Number' },
      coordinates: PLACE,
      accuracy: { type: 'Number' },
      fixAgeSeconds: { type: 'Number' },
    },
    classLevelPermissions: { find: SIGNED_IN, get: SIGNED_IN, create: SIGNED_IN },
  },
]

// biome-ignore-start lint/suspicious/noExplicitAny: the installed package has no place in this project's types
const cloudCode =
  (lean: boolean) =>
  (Parse: any): void => {
    Parse.Cloud.beforeSave('Event', async ({ object, user }: any) => {
      if (!user) throw new Parse.Error(Parse.Error.OPERATION_FORBIDDEN, 'sign in')
      if (!lean) {
        // One update by key, which the operation's ACL allows its driver alone.
        const operation = object.get('operation')
        operation.set('status', object.get('eventType'))
        operation.set('newestEventAt', object.get('occurredAt'))
        operation.set('coordinates', object.get('coordinates'))
        operation.increment('version')
        await operation.save(null, { sessionToken: user.getSessionToken() })
      }
      const access = new Parse.ACL()
      access.setReadAccess(user, true)
      access.setReadAccess(object.get('supervisor'), true)
      object.setACL(access)
      object.set('driver', user)
    })
  }
// biome-ignore-end lint/suspicious/noExplicitAny: as above

async function start({ folder, database, appId, masterKey, lean }: ParseSettings): Promise<number> {
  // It writes logs into the working directory.
  process.chdir(folder)
  const load = createRequire(join(folder, 'package.json'))
  const { ParseServer } = load('parse-server')
  const app = load('express')()
  const http = createServer(app)
  // As Fastify: with Node's five seconds a client races with the end of an idle connection.
  http.keepAliveTimeout = 72_000
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const parse = new ParseServer({
    databaseURI: 'postgres://localhost/',
    // As many as the product has.
    databaseOptions: { ...database, max: 20 },
    appId,
    masterKey,
    serverURL: `http://127.0.0.1:${port}/parse`,
    cloud: cloudCode(lean),
    schema: { definitions: CLASSES, lockSchemas: true },
    liveQuery: { classNames: ['Event'] },
    silent: true,
    logsFolder: null,
  })
  await parse.start()
  app.use('/parse', parse.app)
  await ParseServer.createLiveQueryServer(http)
  return port
}

process.on('disconnect', () => process.exit())
process.on('message', (settings: ParseSettings) => {
  start(settings).then(
    (port) => process.send?.({ port }),
    (error: Error) => process.send?.({ error: String(error.stack) }),
  )
})
