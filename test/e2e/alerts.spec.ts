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
  const truck = trip(phone.context.request, product.origin, hoursAgo(0))

  await page.goto('/supervisor?tab=alerts')
  await expect(page.getByText('Nada pendiente')).toBeVisible()
  await truck.start('TGHU4410073', 0)
  // What does not follow, as often as the standard rule allows at most. It is raised at once: nothing came late.
  for (let i = 0; i < 3; i++) await expect(truck.record('end_trip', 0)).rejects.toThrow()
  await expect(page.getByRole('tab', { name: /Avisos\s*1/ })).toBeVisible()
  const alert = page.getByRole('list', { name: 'Abiertos' }).getByRole('listitem')
  await expect(alert).toContainText('Pasos rechazados')
  await expect(alert).toContainText('3 pasos rechazados')
  await expectAccessible(page)
  // A second in sight: somebody has looked, also for the other desk.
  await expect(page.getByRole('tab', { name: 'Avisos', exact: true })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/supervisor')
  await expect(other.getByRole('tab', { name: 'Avisos', exact: true })).toBeVisible()
  await other.close()

  await alert
    .getByRole('button', { name: /Pasos rechazados/ })
    .first()
    .click()
  const detail = page.getByRole('complementary', { name: 'Pasos rechazados' })
  await expect(detail.getByRole('link', { name: 'Llamar a Elena Robles' })).toHaveAttribute(
    'href',
    'tel:3145550177',
  )
  await expectAccessible(page)
  await detail.getByTitle('Ver TGHU4410073 en las operaciones').click()
  await expect(page.getByRole('textbox', { name: 'Buscar operación' })).toHaveValue('TGHU4410073')
  await page.getByRole('tab', { name: 'Avisos', exact: true }).click()
  await alert
    .getByRole('button', { name: /Pasos rechazados/ })
    .first()
    .click()
  await detail.getByLabel('Nota').fill('Llanta ponchada, llega la grúa')
  await detail.getByLabel('Lo atiende', { exact: true }).fill('Turno de noche')
  await detail.getByLabel('Lo atiende', { exact: true }).press('Enter')
  await expect(alert).toContainText('Llanta ponchada')
  await page
    .getByRole('searchbox', { name: 'Buscar avisos' })
    .or(page.getByRole('textbox', { name: 'Buscar avisos' }))
    .fill('grua')
  await expect(page).toHaveURL(/av\.texto=grua/)
  await expect(alert).toHaveCount(1)
  await page.keyboard.press('Escape')

  // The newest: one press, which can be undone.
  await alert.getByRole('button', { name: 'Confirmar: Pasos rechazados' }).click()
  await expect(page.getByText('Ningún aviso coincide')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(alert).toHaveCount(1)
  // By keyboard alone: the first row is the current one.
  await page.getByRole('heading', { name: 'Avisos', exact: true }).click()
  await page.keyboard.press('e')
  await expect(alert).toHaveCount(0)
  await page.getByRole('tab', { name: /^Atendidos/ }).click()
  const handled = page.getByRole('list', { name: 'Atendidos' }).getByRole('listitem')
  await expect(handled).toContainText('Llanta ponchada')

  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await page.setViewportSize(DESK)

  await truck.record('en_route', 0)
  await expect(handled).toHaveCount(0)
  await page.getByRole('tab', { name: 'Cerrados' }).click()
  await expect(page.getByRole('list', { name: 'Cerrados' })).toContainText('Se resolvió')
  await page.getByRole('tab', { name: 'Reglas' }).click()
  const rules = page.getByRole('list', { name: 'Reglas' })
  await expect(page.getByText(/Ninguno en 28 días|1 en 28 días/).first()).toBeVisible()
  await rules.getByRole('switch', { name: /Pasos rechazados/ }).click()
  await expect(page.getByText('Regla guardada')).toBeVisible()

  await page.getByRole('button', { name: 'Agregar regla' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva regla' })
  await form.getByLabel('Minutos').fill('0')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Un número de 1 a 1440')).toBeVisible()
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
