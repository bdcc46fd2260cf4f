import type { Page } from '@playwright/test'
import { PLACES } from '#domain/geo/places'
import { crew, pressRested } from './support/driver.ts'
import { createOperator, PASSWORD, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'

// Elsewhere English must be chosen (page.spec.ts); labels.spec.ts shows that nothing else brings it.
test.use({ setting: { DEFAULT_LANGUAGE: 'browser' } })

/** Letters and words that English does not have. */
const SPANISH =
  /\S*[áéíóúñ¿¡]\S*|\b(de|del|la|el|los|las|un|una|su|para|por|con|que|viaje|viajes|parque|paso|operador|operadores|contenedor|contenedores|evento|eventos|operaciones|carga|descarga|parada|estado|fecha|todos|todas|hace|ruta|salida|acceso|tiempo|cerrar|guardar|buscar|actualizar|mes|enero|noviembre|lun|mar|dom)\b/gi

/** Everything a person sees, hovers or has read out on the page as it stands. */
async function words(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said: string[] = [document.title]
    for (const element of document.querySelectorAll('body, body *')) {
      if (element.closest('[lang="es"], script, style, noscript')) continue
      // Words hidden by `clip-path` are for screen readers and count; what is not laid out does not.
      if (!element.checkVisibility()) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) {
        const value = element.getAttribute(name)
        if (value) said.push(value)
      }
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) said.push(node.textContent.trim())
    }
    return said
  })
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const PLACE = new RegExp(`(${PLACES.map(([name]) => escaped(name)).join('|')})`, 'g')

/** Fails with the Spanish that is left. `names`: of people, which no language changes. */
async function expectEnglish(page: Page, ...names: string[]): Promise<void> {
  const left = (await words(page)).flatMap((said) => {
    const rest = names.reduce((text, name) => text.replaceAll(name, ''), said).replace(PLACE, '')
    return rest.match(SPANISH) ? [said] : []
  })
  expect.soft(left).toEqual([])
}

const STEPS = [
  { button: 'Go on to En route to the park', status: 'Driving to the park' },
  { button: 'Go on to Arrival at the park', status: 'Waiting for access' },
  { button: 'Go on to Access granted', status: 'Parking the vehicle' },
  { button: 'Go on to Vehicle parked', status: 'Unloading' },
  { button: 'Go on to Unloading completed', status: 'Leaving the park' },
  { button: 'Go on to Exit from the park', status: 'Finishing operation' },
]

test.describe('a browser that asks for English', () => {
  test.use({ locale: 'en-US' })

  test('finds the way in, the mistakes and the answers of the server in English', async ({
    browser,
    product,
  }) => {
    const { page } = await person(browser, product.origin, { kind: 'phone' })
    await page.goto('/auth')
    await expect(page.getByRole('tab', { name: 'Log in' })).toBeVisible()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await expectEnglish(page)
    await expectAccessible(page)

    const form = page.getByRole('tabpanel')
    await form.getByLabel('Username').fill('nobody.here')
    await form.getByLabel('Password', { exact: true }).fill('not the password')
    await form.getByRole('button', { name: 'Log in' }).click()
    await expect(form.getByText('Wrong username or password')).toBeVisible()
    await expectEnglish(page)

    await page.getByRole('tab', { name: 'Register' }).click()
    await form.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('The full name is required')).toBeVisible()
    await expectEnglish(page)

    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expectEnglish(page)
    await page.goto('/container/MSKU1234565')
    await expect(page.getByText('No information was found for this container')).toBeVisible()
    await expectEnglish(page)
  })

  test('finds the way back to a forgotten password in English', async ({ browser, product }) => {
    const { page } = await person(browser, product.origin, { kind: 'phone' })
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    const form = page.getByRole('tabpanel')
    const send = form.getByRole('button', { name: 'Send link' })
    await expect(send).toBeVisible()
    await expectEnglish(page)
    await send.click()
    await expect(form.getByText('You must give at least a username or an e-mail address')).toBeVisible()
    await expectEnglish(page)
    await form.getByLabel('Username').fill('nobody.here')
    await send.click()
    await expect(form.getByText('If there is an account with that data')).toBeVisible()
    await expectEnglish(page)
    await form.getByRole('button', { name: 'Send again' }).click()
    await expect(form.getByText('At most three e-mails an hour arrive')).toBeVisible()
    await expectEnglish(page)
    await page.getByRole('tab', { name: 'Reset' }).click()
    await expect(form.getByText('The token is missing from the link.')).toBeVisible()
    await expectEnglish(page)

    await page.goto('/reset-password?token=no-such-token')
    await expect(form.getByText('The token is not valid or has expired.')).toBeVisible()
    await expectEnglish(page)

    // A link that ends while its form is open: only the reset itself finds out.
    await page.route('**/api/password/validate-token*', (route) => route.fulfill({ json: { valid: true } }))
    await page.goto('/reset-password?token=no-such-token')
    const submit = form.getByRole('button', { name: 'Reset password' })
    await submit.click()
    await expect(form.getByText('The password must have at least 8 characters').first()).toBeVisible()
    await expectEnglish(page)
    await form.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await form.getByLabel('Confirm password').fill(PASSWORD)
    // What the server alone knows to be wrong stands beside its field.
    await page.route(
      '**/api/password/reset',
      (route) =>
        route.fulfill({
          status: 400,
          json: {
            error: 'Datos no válidos',
            code: 'validation',
            messageCode: 'data_invalid',
            details: [
              {
                path: 'newPassword',
                message: 'La contraseña es demasiado larga',
                messageCode: 'password_too_long',
              },
            ],
          },
        }),
      { times: 1 },
    )
    await submit.click()
    await expect(form.getByText('The password is too long')).toBeVisible()
    await expect(form.getByText('Invalid data')).toBeVisible()
    await expectEnglish(page)
    await submit.click()
    await expect(form.getByText('The token is not valid or has expired.')).toBeVisible()
    await expectEnglish(page)
  })

  test('reads the terms, and what maintenance says, in English', async ({ browser, product }) => {
    const { context, page } = await person(browser, product.origin, { kind: 'phone' })
    await page.goto('/terms-conditions')
    await expect(page.getByRole('heading', { name: 'Terms and conditions' })).toBeVisible()
    await expectEnglish(page)
    await expectAccessible(page)

    const maintenance = async (value: 'true' | 'false') => {
      const answer = await context.request.post(`${product.origin}/api/admin/settings`, {
        data: { key: 'maintenance_mode', value },
        headers: { 'X-Admin-Key': product.adminKey },
      })
      expect(answer.ok()).toBe(true)
    }
    await maintenance('true')
    try {
      await page.goto('/auth')
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('heading').first()).toBeVisible()
      await expectEnglish(page)
      await sheet.getByRole('button').click()
      await expect(sheet.getByRole('status')).not.toBeEmpty()
      await expectEnglish(page)
      await expectAccessible(page)
    } finally {
      await maintenance('false')
    }
    await expect(page.getByRole('tab', { name: 'Log in' })).toBeVisible()
  })

  test('follows a whole trip in English: the driver, the desk and the customer', async ({
    browser,
    product,
  }) => {
    const { desk, supervisor, driver, phone } = await crew(browser, product, { driverName: 'Jo Rivers' })
    const names = [supervisor.displayName, supervisor.username, driver.username]

    await desk.page.goto('/supervisor')
    await expect(desk.page.getByText('There are no active operations')).toBeVisible()
    await expectEnglish(desk.page, ...names)

    await phone.page.goto('/operator')
    await expect(phone.page.getByText('No active operation was found')).toBeVisible()
    await phone.page.getByLabel('Container number').fill('csqu3054384')
    await expect(phone.page.getByText('Is it CSQU 305438 3?')).toBeVisible()
    await expectEnglish(phone.page, ...names)
    await expectAccessible(phone.page)
    await phone.page.getByRole('button', { name: 'Correct it' }).click()
    await phone.page.getByText('Unload', { exact: true }).click()
    await phone.page.getByRole('button', { name: 'Start Operation' }).click()
    await expect(phone.page.getByText('Operation started')).toBeVisible()
    await expectEnglish(phone.page, ...names)

    const card = desk.page.getByRole('article')
    await expect(card.getByText('Starting trip')).toBeVisible()
    await desk.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await card.getByRole('button', { name: /Share/ }).click()
    const sheet = desk.page.getByRole('dialog', { name: /^Share / })
    await sheet.getByRole('radio', { name: 'Everything, with driver and position' }).check()
    await sheet.getByRole('button', { name: 'Copy link' }).click()
    await expect(sheet.getByRole('button', { name: 'Copied' })).toBeVisible()
    await expectEnglish(desk.page, ...names)
    await desk.page.keyboard.press('Escape')
    const answer = await desk.context.request.get(`${product.origin}/api/supervisor/operations`)
    const { operations } = await answer.json()
    const customer = await person(browser, product.origin, { kind: 'phone' })
    await customer.page.goto(`/container/${operations[0].containerId}`)
    await expect(customer.page.getByRole('heading', { name: 'Container Tracking' })).toBeVisible()

    for (const [index, { button, status }] of STEPS.entries()) {
      await pressRested(phone.page, button)
      await expect(card.getByText(status)).toBeVisible()
      await expect(phone.page.getByRole('button', { name: button })).toBeHidden()
      await expectEnglish(phone.page, ...names)
      if (index === 0) {
        await phone.page.getByRole('button', { name: 'Report a stop' }).click()
        await phone.page.getByText('Fuel').click()
        await expectEnglish(phone.page, ...names)
        await phone.page.getByRole('button', { name: 'Confirm the stop' }).click()
        await expect(card.getByText('Stop: Fuel')).toBeVisible()
        await expect(card.locator('xpath=..')).toHaveAttribute('data-tone', 'stopped')
        await expectEnglish(desk.page, ...names)
        await phone.page.getByRole('button', { name: 'Go on with the trip' }).click()
        await expectEnglish(phone.page, ...names)
        await phone.page.getByRole('dialog').getByRole('button', { name: 'Go on with the trip' }).click()
        await expect(card.getByText('Resuming trip')).toBeVisible()
        await expect(card.locator('xpath=..')).toHaveAttribute('data-tone', 'resuming')
      }
      await expectEnglish(desk.page, ...names)
    }
    await phone.page.getByRole('tab', { name: 'Event log' }).click()
    await expect(phone.page.getByRole('row')).toHaveCount(STEPS.length + 4)
    await expectEnglish(phone.page, ...names)
    await expectAccessible(phone.page)

    await customer.page.reload()
    await expect(customer.page.getByText('Finishing operation')).toBeVisible()
    await expectEnglish(customer.page, ...names)
    await expectAccessible(customer.page)
    await customer.page.getByRole('tab', { name: 'History' }).click()
    await expect(customer.page.getByText('Exit from the park').filter({ visible: true })).toHaveCount(1)
    await expectEnglish(customer.page, ...names)

    await phone.page.getByRole('tab', { name: 'Workflow' }).click()
    await pressRested(phone.page, 'Finish operation!')
    await expect(phone.page.getByText('Operation completed!')).toBeVisible()
    await expectEnglish(phone.page, ...names)

    await expectAccessible(desk.page)
    await desk.page.getByRole('tab', { name: 'KPIs' }).click()
    await expect(desk.page.getByText('Average duration')).toBeVisible()
    await expect(desk.page.getByText('Events of the month by type')).toBeVisible()
    await expectEnglish(desk.page, ...names)
    // A chart that shows its table has no such button any more.
    const tables = desk.page.getByRole('button', { name: 'Show table' })
    while ((await tables.count()) > 0) await tables.first().click()
    await expectEnglish(desk.page, ...names)
    await expectAccessible(desk.page)
    await desk.page.getByRole('tab', { name: 'Logs' }).click()
    await expect(desk.page.getByRole('cell', { name: 'Stop: Fuel', exact: true })).toBeVisible()
    await expectEnglish(desk.page, ...names)
    await expectAccessible(desk.page)
    await desk.page.getByRole('tab', { name: 'Operators' }).click()
    await expect(desk.page.getByRole('heading', { name: 'My Operators' })).toBeVisible()
    await desk.page.getByRole('button', { name: 'Add operator' }).click()
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByLabel('Username').fill(driver.username)
    await dialog.getByLabel('Full name').fill('Jo Rivers')
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Create operator' }).click()
    await expect(dialog.getByText('Please try another username').first()).toBeVisible()
    await expectEnglish(desk.page, ...names)
  })

  test('becomes Spanish when it is told to, and stays so', async ({ browser, product }) => {
    const { page } = await person(browser, product.origin, { kind: 'phone' })
    await page.goto('/auth')
    const change = page.getByRole('button', { name: 'Español' })
    expect(await change.getAttribute('lang')).toBe('es')
    expect((await change.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await change.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { name: 'Iniciar Sesión' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Iniciar Sesión' })).toBeVisible()
    expect(await page.locator('html').getAttribute('lang')).toBe('es-MX')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('tab', { name: 'Log in' })).toBeVisible()
  })
})

test.describe('a browser that asks for English and does not get it', () => {
  test.use({ locale: 'en-US' })

  test('speaks Spanish, and offers English once more', async ({ browser, product }) => {
    const { page } = await person(browser, product.origin, { kind: 'phone' })
    await page.route('**/assets/words-en-*.js*', (route) => route.abort())
    await page.goto('/auth')
    await expect(page.getByRole('tab', { name: 'Iniciar Sesión' })).toBeVisible()
    expect(await page.locator('html').getAttribute('lang')).toBe('es-MX')
    await page.unroute('**/assets/words-en-*.js*')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('tab', { name: 'Log in' })).toBeVisible()
  })
})

test('Spanish loads no English file, and the switch is on every screen', async ({ browser, product }) => {
  const desk = await person(browser, product.origin, { kind: 'desk' })
  const asked: string[] = []
  desk.context.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await desk.page.goto('/auth')
  await expect(desk.page.getByRole('button', { name: 'English' })).toBeVisible()
  await registerSupervisor(desk.context, product.origin)
  const driver = await createOperator(desk.context.request, product.origin)
  await desk.page.goto('/supervisor')
  await expect(desk.page.getByText('No hay operaciones activas')).toBeVisible()
  await expect(desk.page.getByRole('button', { name: 'English' })).toBeVisible()
  await desk.page.setViewportSize({ width: 390, height: 844 })
  await expect(desk.page.getByRole('button', { name: 'English' })).toBeVisible()
  await desk.page.goto('/no-such-page')
  await expect(desk.page.getByRole('button', { name: 'English' })).toBeVisible()

  const phone = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
  phone.context.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await phone.page.goto('/operator')
  await expect(phone.page.getByRole('button', { name: 'English' })).toBeVisible()
  const answer = await phone.context.request.post(`${product.origin}/api/containers`, {
    data: { containerId: 'MSKU1234565' },
  })
  await phone.page.goto(`/container/${(await answer.json()).containerId}`)
  await expect(phone.page.getByText('En Progreso')).toBeVisible()
  await expect(phone.page.getByRole('link', { name: 'English' })).toBeVisible()

  // In a trip it brings the other language with everything that is on the screen.
  await phone.page.goto('/operator')
  await phone.page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  expect(asked.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(4)
  const inEnglish = () => new Set(asked.filter((path) => path.startsWith('/assets/words-en-')))
  expect(inEnglish()).toEqual(new Set())
  await phone.page.getByRole('button', { name: 'English' }).click()
  await expect(phone.page.getByRole('button', { name: 'Go on to En route to the park' })).toBeVisible()
  // Those of every page, and the driver's.
  expect(inEnglish().size).toBe(2)
})
