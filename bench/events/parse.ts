import { type ChildProcess, execFile, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import WebSocket from 'ws'
import type { Lane } from '../load/connection.ts'
import { inGroups } from '../load/crew.ts'
import type { Load } from '../load/generator.ts'
import { BROWSER_HEADERS, dealt, pressBody } from '../load/press.ts'
import { requestText } from '../load/template.ts'
import type { ParseSettings } from './parse-program.ts'
import type { BenchPostgres } from './postgres.ts'
import { type Contender, figuresOf, runLanes } from './turn.ts'

const VERSION = '9.10.0'
/** Parse Server calls this package's inside, and fails with the 2.3 that Express would bring today. */
const OVERRIDES = { router: '2.2.0' }
const DATABASE = 'parse'
const APP_ID = 'bench'
const MASTER_KEY = 'only for measuring'

export interface ParseOptions {
  supervisors: number
  /** Of each supervisor. */
  drivers: number
  /** Where Parse Server is installed, or will be; kept from run to run. */
  folder: string | undefined
  /** Without the update of the operation's row. */
  lean: boolean
}

/** Installs Parse Server unless `folder` has it. */
async function install(folder: string): Promise<void> {
  if (existsSync(join(folder, 'node_modules/parse-server'))) return
  console.log(`installing parse-server@${VERSION} into ${folder}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, overrides: OVERRIDES }))
  const options = ['--no-audit', '--no-fund', '--save-exact', '--prefix', folder]
  await promisify(execFile)('npm', ['install', ...options, `parse-server@${VERSION}`], { cwd: folder })
}

async function startParse(settings: ParseSettings): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL('parse-program.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
    // It warns of dozens of coming defaults.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`Parse Server ended (${code})`)))
    child.once('message', (answer: { port: number } | { error: string }) => {
      if ('error' in answer) reject(new Error(answer.error))
      else resolve(answer.port)
    })
    child.send(settings)
  })
  return { child, port }
}

const pointer = (className: string, objectId: string) => ({ __type: 'Pointer', className, objectId })

interface User {
  objectId: string
  sessionToken: string
}

interface Operation {
  driver: User
  supervisor: User
  objectId: string
}

/** Signed-in people, and one operation for each driver, by turns of each supervisor. */
async function people(origin: string, { supervisors: count, drivers: each }: ParseOptions) {
  async function post(path: string, body: object, sessionToken?: string) {
    const response = await fetch(`${origin}/parse/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-parse-application-id': APP_ID,
        'x-parse-revocable-session': '1',
        ...(sessionToken === undefined ? {} : { 'x-parse-session-token': sessionToken }),
      },
      body: JSON.stringify(body),
    })
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as User
  }
  const signUp = (username: string): Promise<User> => post('users', { username, password: 'medir' })
  const names = (length: number, word: string) => Array.from({ length }, (_, i) => `${word}${i}`)
  const supervisors = await inGroups(names(count, 'patron'), signUp)
  const drivers = await inGroups(names(count * each, 'chofer'), signUp)
  const operations = await inGroups([...drivers.entries()], async ([i, driver]): Promise<Operation> => {
    const supervisor = supervisors[i % count] as User
    const { objectId } = await post(
      'classes/Operation',
      {
        driver: pointer('_User', driver.objectId),
        supervisor: pointer('_User', supervisor.objectId),
        number: `MSKU${i}`,
        status: 'en_route',
        version: 2,
        ACL: { [driver.objectId]: { read: true, write: true }, [supervisor.objectId]: { read: true } },
      },
      driver.sessionToken,
    )
    return { driver, supervisor, objectId }
  })
  return { supervisors, operations }
}

/** The presses of one driver, as the product gets them, in Parse's notation. */
function pressesOf(host: string, { driver, supervisor, objectId }: Operation): string[] {
  const references = {
    operation: pointer('Operation', objectId),
    supervisor: pointer('_User', supervisor.objectId),
  }
  return ['stop_rest', 'resume_route'].map((eventType) => {
    const press = pressBody(references, eventType)
      .replace('"{{now}}"', '{"__type":"Date","iso":"{{now}}"}')
      .replace('{"lat":', '{"__type":"GeoPoint","latitude":')
      .replace('"lng":', '"longitude":')
    return requestText(host, {
      method: 'POST',
      path: '/parse/classes/Event',
      headers: {
        ...BROWSER_HEADERS,
        origin: `http://${host}`,
        'x-parse-application-id': APP_ID,
        'x-parse-session-token': driver.sessionToken,
      },
      body: press,
    })
  })
}

/** LiveQuery's channel of one supervisor. */
async function subscribe(origin: string, supervisor: User) {
  const socket = new WebSocket(origin.replace('http', 'ws'), { perMessageDeflate: false })
  const send = (message: object) => socket.send(JSON.stringify(message))
  let heard = 0
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => send({ op: 'connect', applicationId: APP_ID }))
    socket.on('message', (data) => {
      const { op, error }: { op: string; error?: string } = JSON.parse(String(data))
      if (op === 'error') reject(new Error(error))
      if (op === 'connected') {
        const where = { supervisor: pointer('_User', supervisor.objectId) }
        const query = { className: 'Event', where }
        send({ op: 'subscribe', requestId: 1, sessionToken: supervisor.sessionToken, query })
      }
      if (op === 'subscribed') resolve()
      if (op === 'create') heard++
    })
  })
  return { heard: () => heard, close: () => socket.close() }
}

/** Parse Server on the product's PostgreSQL, in a database of its own, with the page of one supervisor open. */
export async function parseContender(
  postgres: BenchPostgres,
  load: Load,
  options: ParseOptions,
): Promise<Contender> {
  const { lean, folder = join(tmpdir(), `acarreo-bench-parse-${VERSION}`) } = options
  await install(folder)
  await postgres.createDatabase(DATABASE)
  const { host: socketFolder, port: socketPort, user } = postgres
  const database = { host: socketFolder, port: socketPort, user, database: DATABASE }
  const { child, port } = await startParse({ folder, database, appId: APP_ID, masterKey: MASTER_KEY, lean })
  const origin = `http://127.0.0.1:${port}`
  const client = new pg.Client(database)
  // Without a listener, a database that stops after a failure would hide that failure.
  client.on('error', () => {})
  await client.connect()
  // What the product's record is found by: its once, and the supervisor's history.
  await client.query('create unique index event_once on "Event" (driver, "eventId")')
  await client.query('create index event_history on "Event" (supervisor, "occurredAt")')
  const { supervisors, operations } = await people(origin, options)
  const lanes: Lane[] = operations.map((operation) => ({
    requests: pressesOf(new URL(origin).host, operation),
    at: 0,
  }))
  const [supervisor] = supervisors
  const desk = supervisor && (await subscribe(origin, supervisor))
  return {
    name: 'Parse Server',
    async run(turn) {
      const outcome = await runLanes(load, origin, dealt(lanes, turn.connections), turn)
      const presses = lanes.reduce((sum, { at }) => sum + at, 0)
      const { rows } = await client.query<{ events: string; versions: string }>(
        'select (select count(*) from "Event") as events, (select sum(version - 2) from "Operation") as versions',
      )
      if (Number(rows[0]?.events) !== presses || (!lean && Number(rows[0]?.versions) !== presses)) {
        throw new Error(`Parse Server answered 201 for ${presses} events: ${JSON.stringify(rows[0])}`)
      }
      if (desk?.heard() === 0) throw new Error('LiveQuery told of no event')
      return figuresOf(outcome)
    },
    async stop() {
      desk?.close()
      await client.end()
      child.disconnect()
    },
  }
}
