/**
 * A try of each role, by script: what it takes from 'the truck arrives' to 'recorded', from 'what is late' to 'the driver
 * is called', from a container number to the answer: `npx tsx --conditions=acarreo-source bench/tries.ts`.
 *
 * A person's seconds follow the keystroke-level model (Card, Moran and Newell 1980): a decision 1.35, pointing and pressing
 * 1.3, a key 0.28, the wheel as a press. What the machine takes is measured beside them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { stepsOf } from '#domain/operation/steps'
import { containerNumber } from '../scripts/demo/container-numbers.mjs'
import type { Client } from '../scripts/demo/phone.mjs'
import { startProduct } from '../scripts/demo/product.mjs'
import { hire, registered, drive as told } from '../scripts/demo/told-trip.mjs'
import { adoptSession, launchBrowser } from './browser.ts'
import { report } from './report.ts'

/** Live operations on the desk. */
const FLEET = 18
/** Enough for a usual time. */
const PAST_TRIPS = 21
const LATE = 'Zacarías Arce'
const WAY = stepsOf('load')
const PASSWORD = 'una clave para probar'

/** Counts what somebody does. */
function handOn() {
  const done = { decisions: 0, presses: 0, keys: 0 }
  const startedAt = performance.now()
  return {
    /** To find what is wanted among what is shown. */
    async find(what: Locator): Promise<Locator> {
      done.decisions++
      await what.first().waitFor()
      return what.first()
    },
    async press(what: Locator): Promise<void> {
      done.presses++
      // A call leaves the browser.
      if (!(await what.getAttribute('href'))?.startsWith('tel:')) await what.click()
    },
    async type(what: Locator, text: string): Promise<void> {
      done.presses++
      done.keys += text.length
      await what.fill(text)
    },
    async enter(what: Locator): Promise<void> {
      done.keys++
      await what.press('Enter')
    },
    result(what: string) {
      const waitedMs = performance.now() - startedAt
      const { decisions, presses, keys } = done
      const person = decisions * 1.35 + presses * 1.3 + keys * 0.28
      return {
        what,
        decisions,
        presses,
        keys,
        person: Number(person.toFixed(1)),
        waitedMs: Math.round(waitedMs),
      }
    },
  }
}

async function made(what: string, answer: ReturnType<Client['post']>) {
  const { status, body } = await answer
  if (status !== 201 && status !== 200) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
  return body
}

/** `minutes`: how long ago each step of a load was, from the start on. */
const drive = (client: Client, serial: number, minutes: readonly number[]): Promise<string> =>
  told({
    client,
    trip: {
      box: containerNumber(serial),
      type: 'load',
      moments: minutes.map((ago, i) => [WAY[i] ?? 'end_trip', ago, 'El Salto']),
    },
  })

await report(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'acarreo-tries-'))
  const product = await startProduct({
    say: () => {},
    env: { ...process.env, PORT: '0' },
    dataDir,
  })
  const browser = await launchBrowser()
  try {
    const { origin } = product
    const own = { username: 'mesa', displayName: 'Mesa de control', email: 'mesa@example.com' }
    const supervisor = await registered(origin, { ...own, password: PASSWORD })
    const hired = async (serial: number, displayName: string): Promise<Client> => {
      const driver = { username: `chofer.${serial}`, displayName, phone: '3145550100' }
      return (await hire({ origin, supervisor, driver, password: PASSWORD })).client
    }
    const { id } = await made('user', supervisor.get('/api/user'))
    const past = await hired(1, 'Pedro Luna')
    for (let trip = PAST_TRIPS; trip > 0; trip--) {
      const began = (24 + 5 * trip) * 60
      await drive(
        past,
        1,
        [0, 10, 200, 214, 221, 258, 271, 280].map((after) => began - after),
      )
    }
    for (let serial = 2; serial < FLEET; serial++) {
      const driver = await hired(serial, `Chofer ${serial}`)
      await drive(driver, serial, serial % 2 ? [40, 30] : [215, 205, 5])
    }
    const late = await hired(FLEET, LATE)
    await drive(late, FLEET, [320, 310, 90])
    const arriving = await hired(FLEET + 1, 'Alma Figueroa')
    await drive(arriving, FLEET + 1, [210, 200])

    async function open(cookie: string | null, options: BrowserContextOptions): Promise<Page> {
      const context = await browser.newContext({ locale: 'es-MX', baseURL: origin, ...options })
      if (cookie !== null) await adoptSession(context, origin, cookie)
      await context.addInitScript((key) => localStorage.setItem(key, 'true'), `premium_welcome_shown_${id}`)
      return context.newPage()
    }
    const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
    const rows = []

    const phone = await open(arriving.cookie(), {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    })
    await phone.goto('/operator')
    const advance = button(phone, 'Avanzar a Llegada al parque')
    await advance.waitFor()
    const driver = handOn()
    await driver.press(await driver.find(advance))
    await phone.getByText('Todo enviado').first().waitFor()
    await button(phone, 'Avanzar a Acceso otorgado').waitFor()
    rows.push(driver.result('driver: the truck arrives → recorded'))
    // The glove presses again where the button was.
    await phone.waitForTimeout(Math.max(0, 700 - (rows[0]?.waitedMs ?? 0)))
    await phone.locator('button', { hasText: 'Avanzar a' }).click({ force: true })
    await phone.waitForTimeout(2500)
    const { currentEventType } = await made('active', arriving.get('/api/containers/active'))
    const twice = currentEventType === 'access_granted' ? 2 : 1

    const desk = await open(supervisor.cookie(), { viewport: { width: 1280, height: 800 } })
    await desk.goto('/supervisor')
    await desk.getByText(LATE).first().waitFor()
    const dispatcher = handOn()
    const call = desk.getByRole('link', { name: `Llamar a ${LATE}` })
    // The list of what is late comes with the map, a moment after the cards.
    await desk.locator('.leaflet-marker-icon[title]').first().waitFor()
    await dispatcher.press(await dispatcher.find(call))
    rows.push(dispatcher.result('desk: what is late → the driver is called'))

    // As it stands in a mail.
    const number = containerNumber(FLEET)
    const copied = `${number.slice(0, 4).toLowerCase()} ${number.slice(4, 10)}-${number.slice(10)}`
    const visitor = await open(null, { viewport: { width: 1280, height: 800 } })
    await visitor.goto('/auth')
    await visitor.getByRole('tab', { name: 'Iniciar Sesión' }).waitFor()
    const customer = handOn()
    const door = visitor.getByRole('link', { name: 'Rastrear un contenedor' })
    const answer = visitor.getByText('Esperando acceso')
    await customer.press(await customer.find(door))
    const field = await customer.find(visitor.getByRole('searchbox').or(visitor.getByRole('textbox')))
    await customer.type(field, copied)
    await customer.enter(field)
    await customer.find(answer)
    rows.push(customer.result('customer: container number → answer'))

    console.table(rows)
    console.log(`pressed twice within 700 ms: ${twice} step${twice === 1 ? '' : 's'} recorded`)
    return { figures: { rows, twice }, bounds: [] }
  } finally {
    await browser.close()
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
