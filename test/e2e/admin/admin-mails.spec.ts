import { catchMail, type SmtpCatcher } from '../../support/smtp.ts'
import { administrator } from '../support/console.ts'
import { DESK, person, registerSupervisor } from '../support/people.ts'
import { type Product, startProduct } from '../support/product.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

let smtp: SmtpCatcher
let product: Product

test.beforeAll(async () => {
  smtp = await catchMail()
  product = await startProduct({ SMTP_URL: smtp.url })
})
test.afterAll(async () => {
  await product.dispose()
  await smtp.close()
})

test('a mail that waits is seen, its cause is found by a test, and it is sent at last', async ({
  browser,
}) => {
  const port = Number(new URL(smtp.url).port)
  await smtp.close()
  const { context } = await person(browser, product.origin, { kind: 'desk' })
  const rosa = await registerSupervisor(context, product.origin)
  const address = `${rosa.username}@example.com`

  const { page } = await administrator(browser, product, DESK, '/admin?tab=sistema')
  const mails = page.getByRole('region', { name: 'Correos', exact: true })
  const row = mails.getByRole('table', { name: 'Correos' }).getByRole('row').filter({ hasText: address })
  await expect(row).toContainText('Confirmar correo')
  await expect(row).toContainText('En espera')
  await expect(row).toContainText('Nada contesta en la dirección y el puerto de SMTP_URL.', {
    timeout: 15_000,
  })
  await expect(mails).toContainText(`127.0.0.1:${port}`)
  await expectAccessible(page)

  const to = mails.getByRole('textbox', { name: 'Dirección para la prueba' })
  const send = mails.getByRole('button', { name: 'Enviar correo de prueba' })
  await to.fill('yo@example.com')
  await send.click()
  const answer = mails.getByRole('status').filter({ hasText: '127.0.0.1' })
  await expect(answer).toContainText('no aceptó el correo. Nada contesta')
  await expect(answer).toContainText('ECONNREFUSED')
  // What was typed is still there for the next try.
  await expect(to).toHaveValue('yo@example.com')

  // Else the product could send it by itself before the button is pressed.
  const database = product.database()
  await database.pool.query("update mails set held = false, next_try_at = now() + interval '1 hour'")
  await database.close()
  smtp = await catchMail({ port })
  await send.click()
  await expect(answer).toContainText(`127.0.0.1:${port} aceptó el correo.`)
  expect((await smtp.next('yo@example.com')).subject).toBe('Correo de prueba de Acarreo')

  await row.getByRole('button', { name: `Reintentar ahora: ${address}` }).click()
  await expect(page.getByText('El correo se intenta ahora')).toBeVisible()
  expect((await smtp.next(address)).subject).toBe('Confirme su correo en Acarreo')
  await expect(row).toContainText('Entregado', { timeout: 15_000 })
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(mails).toContainText('Ninguno')

  await mails
    .getByRole('textbox', { name: 'Buscar' })
    .or(mails.getByRole('searchbox', { name: 'Buscar' }))
    .fill('nadie')
  await expect(mails).toContainText('Ningún correo coincide. Quite un filtro.')
  const log = page.getByRole('table', { name: 'Bitácora de cambios' })
  await expect(log.getByRole('row').filter({ hasText: 'Reintentó un correo' })).toContainText(rosa.username)
  await expect(log.getByRole('row').filter({ hasText: 'Envió un correo de prueba' }).first()).toContainText(
    'yo@example.com',
  )
  await expectAccessible(page)
})
