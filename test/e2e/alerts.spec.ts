import { createOperator, DESK, PHONE, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { hoursAgo, trip } from './support/trips.ts'

test('a supervisor is told live, handles an alert by keyboard, and adds a rule knowing how often it would fire', async ({
  browser,
  product,
}) => {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(context, product.origin)
  const driver = await createOperator(context.request, product.origin, 'Elena Robles')
  await context.request.put(`${product.origin}/api/users/operators/${driver.id}`, {
    data: { displayName: 'Elena Robles', phone: '314 555 0177' },
  })
  const phone = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
  const truck = trip(phone.context.request, product.origin, hoursAgo(2))

  await page.goto('/supervisor?tab=alerts')
  await expect(page.getByText('Nada que atender')).toBeVisible()
  await truck.start('TGHU4410073', 0)
  await truck.record('en_route', 5)
  await truck.record('stop_fuel', 40)

  // Stopped for 80 minutes; the standard rule allows 45.
  await expect(page.getByRole('tab', { name: /Avisos\s*1/ })).toBeVisible()
  const alert = page.getByRole('list', { name: 'Abiertos' }).getByRole('listitem')
  await expect(alert).toContainText('Parada larga')
  await expect(alert).toContainText('Detenido más de 45 min')
  await expect(alert.getByRole('link', { name: 'Llamar a Elena Robles' })).toHaveAttribute(
    'href',
    'tel:3145550177',
  )
  await expect(page.getByText(/Ninguno en 28 días|1 en 28 días/).first()).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/alerts-desk.png', fullPage: true })

  await page.getByTitle('Ver TGHU4410073 en las operaciones').click()
  await expect(page.getByRole('textbox', { name: 'Buscar operación' })).toHaveValue('TGHU4410073')
  const exceptions = page.getByRole('region', { name: 'Fuera de lo normal' })
  await exceptions.getByRole('link', { name: 'Ver el aviso de TGHU4410073' }).click()
  await expect(alert).toBeFocused()

  await alert.getByRole('button', { name: /Atender/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Nota').fill('Llanta ponchada, llega la grúa')
  await page.getByLabel('Lo atiende').fill('Turno de noche')
  await page.screenshot({ path: 'test-results/alerts-dialog.png' })
  await expectAccessible(page)
  await page.getByLabel('Lo atiende').press('Enter')
  await expect(alert).toContainText('Llanta ponchada')
  await expect(alert).toContainText('Lo atiende Turno de noche')
  await expect(page.getByRole('tab', { name: 'Avisos', exact: true })).toBeVisible()

  await page.setViewportSize(PHONE)
  await page.screenshot({ path: 'test-results/alerts-phone.png', fullPage: true })
  await expectAccessible(page)
  await page.setViewportSize(DESK)

  await truck.record('resume_route', 119)
  await expect(alert).toHaveCount(0)
  await expect(page.getByText('Se resolvió')).toBeVisible()
  const rules = page.getByRole('list', { name: 'Reglas' })
  await rules.getByRole('switch', { name: /Parada larga/ }).click()
  await expect(page.getByText('Regla guardada')).toBeVisible()

  await page.getByRole('button', { name: 'Agregar regla' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva regla' })
  await form.getByLabel('Minutos').fill('0')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Un número de 1 a 1440')).toBeVisible()
  await form.getByLabel('Minutos').fill('70')
  // The stop of 79 minutes.
  await expect(form.getByText('1 en 28 días')).toBeVisible()
  await form.getByLabel('Minutos').fill('85')
  await expect(form.getByText('Ninguno en 28 días')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/alerts-rule.png' })

  await page.route('**/api/alert-rules', (route) => route.abort(), { times: 1 })
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByRole('alert')).toContainText('No se pudo guardar')
  await expect(form.getByLabel('Minutos')).toHaveValue('85')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form).toBeHidden()

  await rules.getByRole('button', { name: /Quitar: Parada larga, más de 1 h 25 min/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(rules.getByText('1 h 25 min')).toHaveCount(0)
})
