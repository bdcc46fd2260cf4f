import type { Page } from '@playwright/test'
import { createOperator, PASSWORD, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, layoutShift, test } from './support/test.ts'

const LOGIN = 'Entrar con huella o rostro'

/** A device that asks for a finger: Chromium's own authenticator in place of the hardware. */
async function withFinger(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the finger is the owner's. */
    recognize: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('a driver adds a passkey on the phone, and signs in with a finger', async ({ browser, product }) => {
  const { origin } = product
  const boss = await person(browser, origin, { kind: 'desk' })
  await registerSupervisor(boss.context, origin)
  const driver = await createOperator(boss.context.request, origin)
  const { page } = await person(browser, origin, { kind: 'phone', signedInAs: driver })
  const phone = await withFinger(page)

  await page.goto('/account')
  const panel = page.getByRole('region', { name: 'Llaves de acceso' })
  await expect(panel).toContainText('sin escribir la contraseña')
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await panel.getByRole('button', { name: 'Agregar este dispositivo' }).click()
  await expect(page.getByText('Llave de acceso agregada')).toBeVisible()
  await expect(panel.getByRole('listitem')).toContainText('Sin usar')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Agregar este dispositivo' }).click()
  await expect(panel.getByRole('alert')).toContainText('Este dispositivo ya tiene una llave')

  await page.getByRole('link', { name: 'Volver' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  const enter = page.getByRole('button', { name: LOGIN })
  await expect(enter).toBeVisible()
  await expectAccessible(page)
  await phone.recognize(false)
  await enter.click()
  await expect(page.getByRole('alert').first()).toContainText('No se usó ninguna llave')
  await phone.recognize(true)
  await enter.click()
  await expect(page).toHaveURL(/\/operator$/)
})

test('a supervisor renames a passkey and removes it, long after the login', async ({ browser, product }) => {
  const { origin } = product
  const { context, page } = await person(browser, origin, { kind: 'desk' })
  const rosa = await registerSupervisor(context, origin)
  await withFinger(page)
  await page.goto('/account')
  const panel = page.getByRole('region', { name: 'Llaves de acceso' })
  await panel.getByRole('button', { name: 'Agregar este dispositivo' }).click()
  await panel.getByRole('button', { name: /^Cambiar nombre de/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre').fill('Equipo de la oficina')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(panel.getByRole('listitem')).toContainText('Equipo de la oficina')

  const database = product.database()
  await database.pool.query(
    `update session set sess = jsonb_set(sess::jsonb, '{provenAt}', '0') where sess ->> 'userId' = $1`,
    [String(rosa.id)],
  )
  await database.close()
  // The process trusts what it remembers of a session for five seconds.
  const nobody = `${origin}/api/account/passkeys/2000000000`
  await expect.poll(async () => (await context.request.delete(nobody)).status()).toBe(403)

  await panel.getByRole('button', { name: 'Quitar Equipo de la oficina' }).click()
  await expect(dialog).toContainText('dejará de abrir su cuenta')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(dialog).toContainText('Confirme que es usted')
  await expectAccessible(page)
  await dialog.getByLabel('Su contraseña').fill('no es esta')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('La contraseña actual no es correcta')
  await dialog.getByLabel('Su contraseña').fill(PASSWORD)
  await expect(dialog).not.toContainText('La contraseña actual no es correcta')
  await dialog.getByRole('button', { name: 'Usar huella, rostro o llave' }).click()
  await dialog.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(page.getByText('Llave de acceso quitada')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(0)
})

test('an address without passkeys does not offer them', async ({ browser, product }) => {
  const bare = product.origin.replace('localhost', '127.0.0.1')
  const { page } = await person(browser, bare, { kind: 'phone' })
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await expect(page.getByRole('button', { name: LOGIN })).toHaveCount(0)
})
