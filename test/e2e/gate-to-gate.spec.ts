import { crew, finish, pressRested } from './support/driver.ts'
import { createOperator, person, registerSupervisor } from './support/people.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const STEPS = [
  { button: 'Avanzar a En ruta al parque', status: 'Viajando al parque' },
  { button: 'Avanzar a Llegada al parque', status: 'Esperando acceso' },
  { button: 'Avanzar a Acceso otorgado', status: 'Estacionando vehículo' },
  { button: 'Avanzar a Vehículo estacionado', status: 'Realizando carga' },
  { button: 'Avanzar a Carga completada', status: 'Saliendo del parque' },
  { button: 'Avanzar a Salida del parque', status: 'Finalizando operación' },
]

test('one container goes from gate to gate; the desk and the tracking page see every step', async ({
  browser,
  product,
}) => {
  const { desk, supervisor, driver, phone } = await crew(browser, product)

  await desk.page.goto('/supervisor')
  await expect(desk.page.getByText('No hay operaciones activas')).toBeVisible()
  await expect(desk.page.getByText('Online')).toBeVisible()
  await expect(desk.page.getByText(supervisor.displayName)).toBeVisible()

  await phone.page.goto('/operator')
  const field = phone.page.getByLabel('Número de contenedor')
  await field.fill('csqu3054384')
  await expect(phone.page.getByText('¿Es CSQU 305438 3?')).toBeVisible()
  await expectAccessible(phone.page)
  await phone.page.getByRole('button', { name: 'Corregir' }).click()
  await expect(field).toHaveValue('CSQU 305438 3')
  await phone.page.getByRole('button', { name: 'Start Operation' }).click()
  await expect(phone.page.getByText('Operación iniciada')).toBeVisible()

  const card = desk.page.getByRole('article')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText('Iniciando viaje')
  await expect(card).toContainText(driver.displayName)
  await expectAccessible(desk.page)

  // The link works without an account.
  await desk.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await card.getByRole('button', { name: /Compartir/ }).click()
  const sheet = desk.page.getByRole('dialog', { name: /^Compartir / })
  await sheet.getByRole('radio', { name: 'Todo, con operador y ubicación' }).check()
  await sheet.getByRole('button', { name: 'Copiar enlace' }).click()
  await expect(sheet.getByRole('button', { name: 'Copiado' })).toBeVisible()
  await desk.page.keyboard.press('Escape')
  const link = await desk.page.evaluate(() => navigator.clipboard.readText())
  const customer = await person(browser, product.origin, { kind: 'phone' })
  await customer.page.goto(link)
  await expect(customer.page.getByRole('heading', { name: 'Seguimiento de Contenedor' })).toBeVisible()
  await expect(customer.page.getByText('En Progreso')).toBeVisible()
  await expect(customer.page.getByText(driver.displayName)).toBeVisible()
  await expectAccessible(customer.page)

  for (const { button, status } of STEPS) {
    await pressRested(phone.page, button)
    await expect(card.getByText(status)).toBeVisible()
    await expect(phone.page.getByRole('button', { name: button })).toBeHidden()
  }

  await phone.page.getByRole('tab', { name: 'Registro de Eventos' }).click()
  await expect(phone.page.getByRole('row')).toHaveCount(STEPS.length + 2)
  await expectAccessible(phone.page)
  await phone.page.getByRole('tab', { name: 'Flujo de Operación' }).click()

  await finish(phone.page)
  await expect(phone.page.getByText('¡Operación Completada!')).toBeVisible()
  await expect(phone.page.getByText('No se encontró ninguna operación activa')).toBeVisible()
  // The number is at hand for the next time.
  await expect(phone.page.getByRole('button', { name: 'Usar CSQU3054383' })).toBeVisible()

  await desk.page.mouse.move(5, 5)
  await expect(card).toHaveCount(0)
  await expect(desk.page.getByText('No hay operaciones activas')).toBeVisible()

  await customer.page.reload()
  await expect(customer.page.getByText('Completado').first()).toBeVisible()
  await customer.page.getByRole('tab', { name: 'Historial' }).click()
  await expect(customer.page.getByText('Salida del parque').filter({ visible: true })).toHaveCount(1)
})

test('a stop turns the card red, and going on says so', async ({ browser, product }) => {
  const { desk, phone } = await crew(browser, product)
  await phone.context.request.post(`${product.origin}/api/containers`, {
    data: { containerId: 'TCNU7200794' },
  })
  await desk.page.goto('/supervisor')
  await phone.page.goto('/operator')
  const card = desk.page.getByRole('article')
  const advance = phone.page.getByRole('button', { name: /^Avanzar a/ })

  await expect(phone.page.getByRole('button', { name: 'Reportar Parada' })).toBeHidden()
  const before = await advance.boundingBox()
  await advance.click()
  await phone.page.getByRole('button', { name: 'Reportar Parada' }).click()
  await expectAccessible(phone.page)
  const confirm = phone.page.getByRole('button', { name: 'Confirmar Parada' })
  await expect(confirm).toBeDisabled()
  await phone.page.getByText('Gasolina').click()
  await confirm.click()
  await expect(card.getByText('Parada: Combustible')).toBeVisible()
  await expect(phone.page.getByText('Parada registrada')).toBeVisible()
  await expect(advance).toBeDisabled()
  // The button does not move when content above it changes.
  expect(await advance.boundingBox()).toEqual(before)

  await phone.page.getByRole('button', { name: 'Continuar Viaje' }).click()
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Continuar Viaje' }).click()
  await expect(card.getByText('Retomando viaje')).toBeVisible()
  await expect(phone.page.getByText('Viajando al parque')).toBeVisible()
  await expect(phone.page.getByText('Has continuado tu viaje exitosamente')).toBeVisible()
  await expect(advance).toBeEnabled()
})

test('what was pressed survives kill -9, and the desk is right again by itself', async ({
  browser,
  product,
}) => {
  const desk = await person(browser, product.origin, { kind: 'desk' })
  await registerSupervisor(desk.context, product.origin)
  const [one, two] = [
    await createOperator(desk.context.request, product.origin, 'Uno Pérez'),
    await createOperator(desk.context.request, product.origin, 'Dos Gómez'),
  ]
  const phone = await person(browser, product.origin, { kind: 'phone', signedInAs: one })
  const other = await person(browser, product.origin, { kind: 'phone', signedInAs: two })
  await phone.context.request.post(`${product.origin}/api/containers`, {
    data: { containerId: 'TOLU4734787' },
  })
  await desk.page.goto('/supervisor')
  await phone.page.goto('/operator')
  const card = desk.page.getByRole('article').filter({ hasText: one.displayName })
  await expect(card).toContainText('Iniciando viaje')

  await phone.page.getByRole('button', { name: 'Avanzar a En ruta al parque' }).click()
  await expect(phone.page.getByText('Paso completado')).toBeVisible()
  await product.crash()
  await expect(desk.page.getByText('Offline')).toBeVisible()
  await product.restart()

  // While the desk was away, another trip began: it has to be there without anyone pressing anything.
  await other.context.request.post(`${product.origin}/api/containers`, {
    data: { containerId: 'APZU3789870' },
  })
  await expect(desk.page.getByText('Online')).toBeVisible()
  await expect(card).toContainText('Viajando al parque')
  await expect(desk.page.getByRole('article').filter({ hasText: two.displayName })).toBeVisible()
  await expect(desk.page.getByRole('article')).toHaveCount(2)

  await pressRested(phone.page, 'Avanzar a Llegada al parque')
  await expect(card.getByText('Esperando acceso')).toBeVisible()
})

test('two phones of one driver: the slower one is told the truth', async ({ browser, product }) => {
  const { driver, phone: first } = await crew(browser, product)
  const second = await person(browser, product.origin, { kind: 'phone', signedInAs: driver })
  await first.context.request.post(`${product.origin}/api/containers`, {
    data: { containerId: 'GYOU4047990' },
  })
  // The second phone neither polls nor hears: it still shows the old step when it is pressed.
  await second.page.routeWebSocket('**/ws*', () => {})
  await second.page.goto('/operator')
  await expect(second.page.getByRole('button', { name: 'Avanzar a En ruta al parque' })).toBeVisible()
  await second.page.route('**/api/containers/active', (route) => route.abort())
  await first.page.goto('/operator')
  // The page shows the step before the server has it, and the other press could overtake it.
  const stored = first.page.waitForResponse('**/api/events')
  await first.page.getByRole('button', { name: 'Avanzar a En ruta al parque' }).click()
  await stored

  await second.page.getByRole('button', { name: 'Avanzar a En ruta al parque' }).click()
  await expect(second.page.getByText(/Ya estaba registrado/)).toBeVisible()
  await expect(second.page.getByText('Viajando al parque')).toBeVisible()
  await expect(second.page.getByRole('button', { name: 'Avanzar a Llegada al parque' })).toBeEnabled()
})
