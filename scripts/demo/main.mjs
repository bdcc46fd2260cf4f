import { formatDurationMinutes } from '#domain/time/duration'
import { endWith } from '../lib/prepare.mjs'
import { accountTable, openAccounts, PASSWORD } from './accounts.mjs'
import { openContracts } from './contracts.mjs'
import { createDrive } from './drive.mjs'
import { createFleet } from './fleet.mjs'
import { demoOptions } from './options.mjs'
import { createPhone } from './phone.mjs'
import { openPlaces } from './places.mjs'
import { startProduct } from './product.mjs'
import { demoRoad } from './road.mjs'

const DAY = 24 * 3_600_000
/** What a fresh desk looks back on: a month of figures, and enough trips of each kind for what is usual. */
const PAST_DAYS = 28

const time = new Intl.DateTimeFormat('es-MX', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const say = (/** @type {string} */ line) => console.log(line)

/** The whole demonstration, until Ctrl-C. @param {readonly string[]} args */
export async function runDemo(args) {
  const { speed, seed } = demoOptions(args, Date.now())
  const ending = new AbortController()
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => ending.abort())
  }
  const product = await startProduct({
    say,
    env: process.env,
    dataDir: process.env.DEMO_DATA_DIR || './data-demo',
  })
  void product.exited.then((code) => {
    if (!ending.signal.aborted) endWith(`El servidor terminó (código ${code}); la demostración también.`)
  })
  try {
    await drive(product.origin, { speed, seed, signal: ending.signal })
  } finally {
    ending.abort()
    say('Se cierra la demostración; los datos quedan y los viajes siguen la próxima vez.')
    await product.stop()
  }
}

/** @param {string} origin @param {{ speed: number, seed: number, signal: AbortSignal }} options */
async function drive(origin, { speed, seed, signal }) {
  const { supervisor, drivers } = await openAccounts(origin)
  // Before the first trip, so that every arrival finds one.
  await openPlaces(supervisor)
  const board = await supervisor.get('/api/supervisor/operations')
  const isFresh = board.status === 200 && board.body.seq === 0
  const now = Date.now()
  await openContracts(supervisor, now)
  const fleet = createFleet({
    trucks: drivers.length,
    seed,
    road: demoRoad(),
    startsAt: isFresh ? now - PAST_DAYS * DAY : now,
  })
  const phones = drivers.map(({ username, client }) =>
    createPhone({ client, login: { username, password: PASSWORD }, signal }),
  )
  let isLive = false
  const traffic = createDrive({
    fleet,
    phones,
    signal,
    onOutcome(press, outcome) {
      const name = drivers[press.truck]?.displayName ?? ''
      const line = isLive || outcome.kind === 'refused' ? wordsFor(press, outcome, name) : null
      if (line !== null) say(`${time.format(new Date())}  ${line}`)
    },
  })
  if (isFresh) {
    say(`Los doce camiones recorren ${PAST_DAYS} días; tarda menos de un minuto.`)
    await traffic.fastForward(now)
  } else say(`Siguen ${await traffic.pickUp()} viajes en curso.`)
  if (signal.aborted) return
  isLive = true
  say(`\n${accountTable()}\n`)
  say(`Doce camiones en marcha, ${speed} veces más rápido que el reloj. Ctrl-C termina.`)
  say(`Abra ${origin}\n`)
  await traffic.live({ from: Date.now(), speed })
}

/**
 * The line for the terminal; null for what the board shows better.
 * @param {import('./fleet.mjs').Press} press
 * @param {import('./phone.mjs').Outcome} outcome
 * @param {string} name
 */
function wordsFor({ eventType, operationType, containerNumber }, outcome, name) {
  switch (outcome.kind) {
    case 'recorded': {
      if (eventType !== 'end_trip' || !('duration' in outcome.answer)) return null
      const what = operationType === 'load' ? 'carga' : 'descarga'
      const long = formatDurationMinutes(outcome.answer.duration ?? 0)
      return `${name} terminó una ${what}: ${containerNumber}, ${long}.`
    }
    case 'truth':
      return `${name}: la operación estaba en otro paso; el teléfono sigue desde ahí.`
    case 'refused':
      return `${name}: rechazado (${outcome.status} ${outcome.error}).`
    case 'stopped':
      return null
  }
}
