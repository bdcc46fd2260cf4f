import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connectBeside,
  FROM_BUILD,
  type ServerProcess,
  startServer,
} from '../support/processes/server-process.ts'
import { catchMail, linkIn, type SmtpCatcher } from '../support/smtp.ts'
import { createOperator, PASSWORD, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, layoutShift, test } from './support/test.ts'

const NEW_PASSWORD = 'otra clave mejor'

let smtp: SmtpCatcher
let server: ServerProcess
let origin: string
let dataDir: string

test.beforeAll(async () => {
  smtp = await catchMail()
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-account-'))
  server = await startServer(dataDir, FROM_BUILD, { env: { SMTP_URL: smtp.url } })
  origin = server.origin.replace('127.0.0.1', 'localhost')
})
test.afterAll(async () => {
  await server.stop()
  await smtp.close()
  await rm(dataDir, { recursive: true, force: true })
})

for (const kind of ['phone', 'desk'] as const) {
  test(`an account changes its password and address, and ends a session elsewhere, on the ${kind}`, async ({
    browser,
  }) => {
    const { context, page } = await person(browser, origin, { kind })
    const rosa = await registerSupervisor(context, origin)
    const address = `${rosa.username}@example.com`
    const first = linkIn(await smtp.next(address))
    const elsewhere = await person(browser, origin, { kind: 'desk', signedInAs: rosa })
    await elsewhere.page.goto('/supervisor')
    await expect(elsewhere.page.getByRole('button', { name: 'Logout' })).toBeVisible()

    await page.goto('/supervisor')
    await page.getByRole('link', { name: 'Mi cuenta' }).click()
    await expect(page).toHaveURL(/\/account$/)
    await expect(page.getByRole('heading', { name: 'Mi cuenta' })).toBeVisible()
    const email = page.getByRole('region', { name: 'Correo' })
    await expect(email).toContainText(`${address}Sin confirmar`)
    await expectAccessible(page)
    await page.reload()
    await expect(email).toContainText('Sin confirmar')
    expect(await layoutShift(page)).toBeLessThan(0.02)
    await email.getByRole('button', { name: 'Reenviar' }).click()
    await expect(page.getByText('Correo enviado')).toBeVisible()
    await smtp.next(address)
    await page.goto(first.href)
    await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
    await page.getByRole('link', { name: 'Continuar' }).click()
    await page.getByRole('link', { name: 'Mi cuenta' }).click()
    await expect(email).toContainText('Confirmado')

    const password = page.getByRole('region', { name: 'Contraseña' })
    await password.getByRole('button', { name: 'Cambiar la contraseña' }).click()
    await password.getByLabel('Contraseña actual').fill('no es esta')
    await password.getByLabel('Contraseña nueva', { exact: true }).fill(NEW_PASSWORD)
    await password.getByLabel('Confirmar contraseña').fill(NEW_PASSWORD)
    const save = password.getByRole('button', { name: 'Guardar contraseña' })
    await save.click()
    await expect(password.getByText('La contraseña actual no es correcta')).toBeVisible()
    await expect(password.getByLabel('Contraseña actual')).toBeFocused()
    await expectAccessible(page)
    await password.getByLabel('Contraseña actual').fill(PASSWORD)
    await save.click()
    await expect(page.getByText('Contraseña cambiada')).toBeVisible()
    await expect(elsewhere.page).toHaveURL(/\/auth$/)
    expect((await smtp.next(address)).subject).toBe('Se cambió la contraseña en Acarreo')

    await elsewhere.context.request.post(`${origin}/api/login`, {
      data: { username: rosa.username, password: NEW_PASSWORD },
    })
    await page.reload()
    const sessions = page.getByRole('region', { name: 'Sesiones abiertas' })
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expect(sessions.getByRole('listitem').filter({ hasText: 'Este dispositivo' })).toHaveCount(1)
    await expectAccessible(page)
    await sessions.getByRole('button', { name: 'Cerrar las demás sesiones' }).click()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    expect((await elsewhere.context.request.get(`${origin}/api/user`)).status()).toBe(401)

    await email.getByRole('button', { name: 'Cambiar el correo' }).click()
    await email.getByLabel('Correo nuevo').fill(`nueva.${address}`)
    await email.getByLabel('Contraseña actual').fill(NEW_PASSWORD)
    await email.getByRole('button', { name: 'Enviar enlace' }).click()
    await expect(email).toContainText('Hasta que la confirme seguirá valiendo la dirección anterior.')
    const link = linkIn(await smtp.next(`nueva.${address}`))
    await page.goto(link.href)
    await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
    await page.getByRole('link', { name: 'Continuar' }).click()
    await page.getByRole('link', { name: 'Mi cuenta' }).click()
    await expect(email).toContainText(`nueva.${address}Confirmado`)
    await page.getByRole('link', { name: 'Volver' }).click()
    await expect(page).toHaveURL(/\/supervisor$/)
  })
}

test('who deletes a driver long after the login gives the password again', async ({ browser }) => {
  const { context, page } = await person(browser, origin, { kind: 'desk' })
  await registerSupervisor(context, origin)
  const driver = await createOperator(context.request, origin)
  const database = connectBeside(dataDir)
  await database.pool.query(`update session set sess = jsonb_set(sess::jsonb, '{provenAt}', '0')`)
  await database.close()
  // The process trusts what it remembers of a session for five seconds.
  const nobody = `${origin}/api/users/operators/2000000000`
  await expect.poll(async () => (await context.request.delete(nobody)).status()).toBe(403)

  await page.goto('/supervisor')
  await page.getByRole('tab', { name: 'Operadores' }).click()
  await page.getByRole('button', { name: `Eliminar a ${driver.displayName}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await expect(dialog.getByLabel('Su contraseña')).toBeFocused()
  await dialog.getByLabel('Su contraseña').fill('no es esta')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('La contraseña actual no es correcta')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Su contraseña').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No hay operadores registrados')).toBeVisible()
})
