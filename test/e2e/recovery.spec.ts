import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { FROM_BUILD, type ServerProcess, startServer } from '../support/processes/server-process.ts'
import { catchMail, linkIn, type SmtpCatcher } from '../support/smtp.ts'
import { type Account, PASSWORD, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, layoutShift, overflow, test } from './support/test.ts'

const NEW_PASSWORD = 'otra clave mejor'

let smtp: SmtpCatcher
let server: ServerProcess
let origin: string
let dataDir: string

test.beforeAll(async () => {
  smtp = await catchMail()
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-recovery-'))
  server = await startServer(dataDir, FROM_BUILD, { env: { SMTP_URL: smtp.url } })
  origin = server.origin.replace('127.0.0.1', 'localhost')
})
test.afterAll(async () => {
  await server.stop()
  await smtp.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Signed in on `context`; the link that proves their address has been opened. */
async function withEmail(context: BrowserContext): Promise<Account> {
  const rosa = await registerSupervisor(context, origin)
  const link = linkIn(await smtp.next(`${rosa.username}@example.com`))
  const confirmed = await context.request.post(`${origin}/api/email/confirm`, {
    data: { token: link.searchParams.get('token') },
  })
  expect(confirmed.ok()).toBe(true)
  return rosa
}

const request = (page: Page) => page.getByRole('tabpanel', { name: 'Solicitar' })
const reset = (page: Page) => page.getByRole('tabpanel', { name: 'Restablecer' })
for (const kind of ['phone', 'desk'] as const) {
  test(`a forgotten password is reset by mail, on the ${kind}`, async ({ browser }) => {
    const elsewhere = await person(browser, origin, { kind: 'desk' })
    const rosa = await withEmail(elsewhere.context)
    await elsewhere.page.goto('/supervisor')
    await expect(elsewhere.page.getByRole('button', { name: 'Logout' })).toBeVisible()

    const { context, page } = await person(browser, origin, { kind })
    await page.goto('/auth')
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
    await expect(page).toHaveURL(/\/forgot-password$/)
    await expect(page.getByRole('tab', { name: 'Solicitar' })).toHaveAttribute('aria-selected', 'true')

    const form = request(page)
    const send = form.getByRole('button', { name: 'Enviar enlace' })
    await send.click()
    const wanted = 'Debe proporcionar al menos un nombre de usuario o correo electrónico'
    await expect(form.getByText(wanted)).toBeVisible()
    await expect(form.getByLabel('Usuario')).toBeFocused()
    await form.getByLabel('Correo electrónico').fill('rosa')
    await expect(form.getByText(wanted)).toBeHidden()
    await send.click()
    await expect(form.getByText('Por favor ingrese un correo electrónico válido')).toBeVisible()
    await expectAccessible(page)
    expect(await overflow(page)).toBeLessThanOrEqual(0)

    await form.getByLabel('Correo electrónico').fill(`${rosa.username}@example.com`)
    await form.getByLabel('Usuario').fill(rosa.username)
    await page.keyboard.press('Enter')
    const sent = form.getByRole('heading', { name: 'Revise su correo' })
    await expect(sent).toBeFocused()
    await expect(form.getByText('Si existe una cuenta con esos datos, recibirá un correo')).toBeVisible()
    await expectAccessible(page)
    const mail = await smtp.next(`${rosa.username}@example.com`)
    await form.getByRole('button', { name: 'Enviar de nuevo' }).click()
    await expect(form.getByText('Recibido. Llegan como máximo tres correos por hora')).toBeVisible()
    await form.getByRole('button', { name: 'Usar otros datos' }).click()
    await expect(form.getByLabel('Usuario')).toHaveValue(rosa.username)

    const link = linkIn(mail)
    expect(link.origin).toBe(origin)
    const opened = await page.goto(link.href)
    expect(opened?.headers()['cache-control']).toBe('no-store')
    expect(opened?.headers()['referrer-policy']).toBe('no-referrer')
    await expect(page).toHaveURL(`${origin}/reset-password`)
    // The token is out of sight, and a reload does not lose it.
    await page.reload()
    const password = reset(page).getByLabel('Contraseña nueva', { exact: true })
    const confirm = reset(page).getByLabel('Confirmar contraseña')
    const submit = reset(page).getByRole('button', { name: 'Restablecer contraseña' })
    await password.fill('1234567')
    await submit.click()
    await expect(reset(page).getByText('La contraseña debe tener al menos 8 caracteres')).toHaveCount(2)
    await expect(password).toBeFocused()
    await password.fill(NEW_PASSWORD)
    await confirm.fill(`${NEW_PASSWORD}!`)
    await submit.click()
    const differ = reset(page).getByText('Las contraseñas no coinciden')
    await expect(differ).toBeVisible()
    // Either of the two may be the one that was mistyped.
    await password.fill(`${NEW_PASSWORD}!`)
    await expect(differ).toBeHidden()
    await password.fill(NEW_PASSWORD)
    await submit.click()
    await expect(differ).toBeVisible()
    await reset(page).getByRole('button', { name: 'Mostrar u ocultar la contraseña' }).first().click()
    await expect(password).toHaveAttribute('type', 'text')
    await expectAccessible(page)
    expect(await overflow(page)).toBeLessThanOrEqual(0)

    // Without a connection nothing typed is lost, and it is said.
    await confirm.fill(NEW_PASSWORD)
    await context.setOffline(true)
    await submit.click()
    await expect(page.getByText('Error de conexión')).toBeVisible()
    await expect(password).toHaveValue(NEW_PASSWORD)
    await context.setOffline(false)
    await submit.click()
    await expect(page.getByRole('heading', { name: 'Contraseña restablecida' })).toBeFocused()
    await expect(page.getByText('Error de conexión')).toBeHidden()
    await expectAccessible(page)

    // Every session of this account has ended.
    await expect(elsewhere.page).toHaveURL(/\/auth$/)
    await page.getByRole('link', { name: 'Iniciar sesión', exact: true }).click()
    const login = page.getByRole('tabpanel', { name: 'Iniciar Sesión' })
    await login.getByLabel('Usuario').fill(rosa.username)
    await login.getByLabel('Contraseña', { exact: true }).fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/supervisor$/)

    await page.goto(link.href)
    await expect(page.getByRole('tab', { name: 'Solicitar' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText('El token no es válido o ha expirado. Solicita uno nuevo.')).toBeVisible()
    await expect(page).toHaveURL(`${origin}/reset-password`)
    await expectAccessible(page)
  })
}

test('a link without its token says so, and leads to where one is asked for', async ({ browser }) => {
  const { page } = await person(browser, origin, { kind: 'phone' })
  await page.goto('/reset-password?token=')
  const missing = 'El enlace está incompleto. Abra el enlace completo del correo o solicite uno nuevo.'
  await expect(page.getByText(missing)).toBeVisible()
  await expectAccessible(page)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await page.getByRole('button', { name: 'Solicitar un enlace' }).click()
  await request(page).getByLabel('Usuario').fill('rosa')
  // Between the tabs nothing typed is lost; the keyboard alone is enough.
  await page.getByRole('tab', { name: 'Solicitar' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(missing)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(request(page).getByLabel('Usuario')).toHaveValue('rosa')
})

test('a link that ends while its form is open leads back to the request', async ({ browser }) => {
  const { context, page } = await person(browser, origin, { kind: 'desk' })
  const rosa = await withEmail(context)
  await context.clearCookies()
  await context.request.post(`${origin}/api/password/reset-request`, { data: { username: rosa.username } })
  const link = linkIn(await smtp.next(`${rosa.username}@example.com`))
  await page.goto(link.href)
  await reset(page).getByLabel('Contraseña nueva', { exact: true }).fill(NEW_PASSWORD)
  await reset(page).getByLabel('Confirmar contraseña').fill(NEW_PASSWORD)
  const used = await context.request.post(`${origin}/api/password/reset`, {
    data: { token: link.searchParams.get('token'), newPassword: PASSWORD },
  })
  expect(used.ok()).toBe(true)
  await reset(page).getByRole('button', { name: 'Restablecer contraseña' }).click()
  await expect(request(page).getByText('El token no es válido o ha expirado.')).toBeVisible()
})

test('a supervisor who has just registered recovers the password, and that proves the address', async ({
  browser,
}) => {
  const { context, page } = await person(browser, origin, { kind: 'phone' })
  const rosa = await registerSupervisor(context, origin)
  const address = `${rosa.username}@example.com`
  await smtp.next(address)
  await context.clearCookies()
  await page.goto('/forgot-password')
  await request(page).getByLabel('Correo electrónico').fill(address)
  await page.keyboard.press('Enter')
  await expect(request(page).getByRole('heading', { name: 'Revise su correo' })).toBeVisible()
  await expect(request(page).getByText('Si la cuenta no tiene correo, no llegará nada.')).toBeVisible()
  await expectAccessible(page)
  await page.goto(linkIn(await smtp.next(address)).href)
  await reset(page).getByLabel('Contraseña nueva', { exact: true }).fill(NEW_PASSWORD)
  await reset(page).getByLabel('Confirmar contraseña').fill(NEW_PASSWORD)
  await reset(page).getByRole('button', { name: 'Restablecer contraseña' }).click()
  await expect(page.getByRole('heading', { name: 'Contraseña restablecida' })).toBeVisible()
  const signedIn = await context.request.post(`${origin}/api/login`, {
    data: { username: rosa.username, password: NEW_PASSWORD },
  })
  expect(await signedIn.json()).toMatchObject({ emailConfirmed: true })
})

for (const kind of ['phone', 'desk'] as const) {
  test(`the desk asks for the proof of a new address until it is given or put off, on the ${kind}`, async ({
    browser,
  }) => {
    const { context, page } = await person(browser, origin, { kind })
    const rosa = await registerSupervisor(context, origin, { welcomed: false })
    await context.addInitScript((id) => localStorage.setItem(`premium_welcome_shown_${id}`, 'true'), rosa.id)
    const address = `${rosa.username}@example.com`
    await smtp.next(address)
    await page.goto('/supervisor')
    const asks = page.getByText(`Confirme su correo: ${address}`)
    await expect(asks).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Operaciones' })).toBeVisible()
    await expectAccessible(page)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Reenviar' }).click()
    await expect(page.getByText('Correo enviado')).toBeVisible()
    const link = linkIn(await smtp.next(address))

    await page.getByRole('button', { name: 'Ahora no' }).click()
    await expect(asks).toBeHidden()
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Operaciones' })).toBeVisible()
    await expect(asks).toBeHidden()

    await page.evaluate((id) => localStorage.removeItem(`acarreo.confirm-email-put-off.${id}`), rosa.id)
    await page.reload()
    await expect(asks).toBeVisible()
    await context.request.post(`${origin}/api/email/confirm`, {
      data: { token: link.searchParams.get('token') },
    })
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Operaciones' })).toBeVisible()
    await expect(asks).toBeHidden()
  })
}

test('a new address is proven by opening the link that was sent to it', async ({ browser }) => {
  const { context, page } = await person(browser, origin, { kind: 'phone' })
  const rosa = await registerSupervisor(context, origin)
  const link = linkIn(await smtp.next(`${rosa.username}@example.com`))
  // On another device, where nobody is signed in.
  await context.clearCookies()
  const opened = await page.goto(link.href)
  expect(opened?.headers()['cache-control']).toBe('no-store')
  await expect(page).toHaveURL(`${origin}/confirm-email`)
  await expectAccessible(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(page.getByRole('heading', { name: 'Correo confirmado' })).toBeFocused()
  await expectAccessible(page)
  await page.goto(link.href)
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(page.getByText('El enlace no es válido o ha expirado.')).toBeVisible()
  await page.goto('/confirm-email?token=')
  await expect(page.getByText('El enlace está incompleto.')).toBeVisible()
})
