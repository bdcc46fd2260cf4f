import { KEY_FIELD, logIn } from '../console.ts'
import type { Account } from '../people.ts'
import type { Product } from '../product.ts'
import { holdAnswers } from '../test.ts'
import type { Walker } from './walker.ts'

/** The console with its dialogs and failures. `supervisor`: without a record, not the product's first; `driver`: anybody's. */
export async function walkAsAdministrator(
  { page, shown, press, failing }: Walker,
  { product, supervisor, driver }: { product: Product; supervisor: Account; driver: Account },
): Promise<void> {
  await page.goto('/admin')
  const answer = await holdAnswers(page, '**/api/admin/login', 'POST')
  await page.getByRole('textbox', KEY_FIELD).fill('no es la clave')
  await press('Acceder al Sistema')
  await shown('Verificando...')
  answer()
  await page.getByRole('alert').waitFor()
  await page.unroute('**/api/admin/login')
  await logIn(page, product)

  const search = page.getByRole('searchbox', { name: 'Buscar usuarios' })
  await search.fill('nadie se llama así')
  await shown('No se encontraron supervisores.')
  await search.fill(supervisor.username)
  const premium = page.getByRole('switch', { name: `Premium de ${supervisor.displayName}` })
  await failing('**/features', 'No se pudieron actualizar las funciones premium', () =>
    premium.press('Space'),
  )
  await press(`Desactivar a ${supervisor.displayName}`)
  const status = page.getByRole('dialog', { name: 'Desactivar usuario' })
  const deactivate = status.getByRole('button', { name: 'Desactivar', exact: true })
  await failing('**/status', 'No se pudo actualizar el estado', () => deactivate.click())
  await press(`Desactivar a ${supervisor.displayName}`)
  await deactivate.click()
  await shown('Inactivo')
  await press(`Activar a ${supervisor.displayName}`)
  await page.keyboard.press('Escape')
  await press(`Eliminar a ${supervisor.displayName}`)
  const remove = page.getByRole('dialog', { name: 'Eliminar supervisor' })
  await remove.getByRole('textbox').first().fill(supervisor.username)
  await failing('**/api/admin/supervisors/*', 'No se pudo eliminar al supervisor. Intente nuevamente.', () =>
    remove.getByRole('button', { name: 'Eliminar', exact: true }).click(),
  )
  await page.keyboard.press('Escape')
  await press('Nuevo Supervisor')
  const create = page.getByRole('dialog', { name: 'Nuevo Supervisor' })
  await create.getByLabel('Usuario').fill('alguien.mas')
  await create.getByLabel('Nombre completo').fill('Alguien Más')
  await create.getByLabel('Contraseña', { exact: true }).fill('una buena clave')
  await failing(
    '**/api/admin/create-supervisor',
    'No se pudo crear el supervisor. Verifique los datos e intente nuevamente.',
    () => create.getByRole('button', { name: 'Crear supervisor' }).click(),
  )
  await page.keyboard.press('Escape')

  await press(`Permisos de ${supervisor.displayName}`)
  const kpis = page.getByRole('switch', { name: /Indicadores de rendimiento/ })
  await failing('**/features', 'No se pudieron actualizar los permisos', () => kpis.press('Space'))
  await failing('**/features', 'No se pudieron cargar los permisos', () => page.reload())
  await page.reload()
  await press('Volver')
  await search.fill(driver.username)
  await press(`Permisos de ${driver.displayName}`)
  await shown('Próximamente')

  await page.goto('/admin?tab=configuracion')
  const tracking = page.getByRole('radio', { name: 'Nada sin enlace' })
  await tracking.waitFor()
  await failing('**/api/admin/settings', 'No se pudo actualizar la configuración', () => tracking.click())
  await failing('**/api/admin/settings', 'No se pudo cargar la configuración', () => page.reload())
  await failing('**/api/admin/settings', 'No se pudieron cargar los datos', () =>
    page.goto('/admin?tab=sistema'),
  )
  await page.reload()
  for (const [path, name, text] of [
    ['force-backup', 'Memoria a base de datos', 'Error de respaldo'],
    ['force-load', 'Base de datos a memoria', 'Error de carga'],
    ['verify-memory', 'Verificar memoria', 'Error de verificación'],
  ] as const) {
    await failing(`**/api/admin/${path}`, text, () => press(name))
  }
  const choose = async () => {
    await page.goto('/admin?tab=metricas')
    const choice = page.getByRole('combobox', { name: 'Supervisor' })
    await choice.fill(supervisor.username)
    await page.getByRole('option', { name: `(${supervisor.username})` }).click()
  }
  await failing('**/metrics', 'No se pudieron cargar las métricas del supervisor', choose)
  await choose()
  await shown('Sin datos')
  await page.route('**/api/admin/**', (route) => route.abort())
  await page.goto('/admin')
  await shown('No se pudieron cargar los usuarios')
  await shown('Error de conexión')
  await page.unroute('**/api/admin/**')
}
