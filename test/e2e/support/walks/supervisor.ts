import { PASSWORD } from '../people.ts'
import { GATEWAY, type Walker } from './walker.ts'

/** Every tab of the desk with its dialogs, then the desk without premium. `begin`: starts a trip of the driver. */
export async function walkAsSupervisor(
  { context, page, shown, press, failing }: Walker,
  { begin, username }: { begin: () => Promise<void>; username: string },
): Promise<void> {
  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click()
  await page.goto('/supervisor')
  await press('Comenzar a usar')
  await shown('No hay operaciones activas')
  await press('Refrescar Todo')
  await shown('Datos actualizados')
  await failing('**/api/supervisor/operations', 'No se pudieron actualizar los datos', () =>
    press('Refrescar Todo'),
  )
  await tab('Logs')
  await shown('No hay registros de eventos disponibles.')
  await press('Actualizar los logs')
  await shown('Logs actualizados')

  await tab('Operaciones')
  await begin()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const card = page.getByRole('article').first()
  await card.getByRole('button', { name: /Compartir/ }).click()
  await press('Copiar enlace')
  await shown('Enlace copiado')
  await shown('Copiado')
  await shown('Retomando viaje')
  await page.evaluate(() => {
    const refused = () => Promise.reject(new Error('no'))
    Object.assign(navigator.clipboard, { writeText: refused, write: refused })
  })
  await page.getByRole('dialog').getByRole('radio').last().check()
  await press('Copiar enlace')
  await shown('No se pudo copiar el enlace')
  await page.keyboard.press('Escape')
  await tab('Logs')
  await press('Exportar')
  await press('Exportar CSV')
  await shown('Exportación exitosa')
  await page.keyboard.press('Escape')

  await tab('Indicadores')
  await failing('**/api/reports', 'Error al guardar el reporte: No se pudo', () => press('Guardar'))
  await failing('**/api/reports/export', 'Error al exportar el reporte: No se pudo', () =>
    press('Exportar CSV'),
  )
  await failing('**/api/reports', 'Error al guardar el reporte', () => press('Guardar'), GATEWAY)
  await failing('**/api/reports/export', 'Error al exportar el reporte', () => press('Exportar CSV'), GATEWAY)
  await press('Guardar')
  await shown('Reporte guardado exitosamente')

  await tab('Operadores')
  await walkOperators({ page, shown, press, failing }, username)

  const { features } = await (await context.request.get('/api/user/features')).json()
  const without = (off: object) =>
    page.route('**/api/user/features', (route) =>
      route.fulfill({ json: { features: { ...features, ...off } } }),
    )
  await without({ operatorLimit: '1' })
  await page.reload()
  await shown('(¡Límite alcanzado!)')
  await page.unroute('**/api/user/features')
  await without({
    ...{ premiumActivated: false, kpiVisibility: false, realTimeInfo: false, operationLogs: false },
    ...{ fullScreenEnabled: false, linkSharing: false },
  })
  await page.goto('/supervisor')
  await shown('Función premium no disponible')
  await page.getByRole('button', { name: /^Habilitar / }).waitFor()
  await page.unroute('**/api/user/features')
  await failing('**/api/supervisor/operations', 'Error al cargar los datos', () => page.goto('/supervisor'))
  await failing('**/api/users/operators', 'Error al cargar operadores', () =>
    page.reload().then(() => tab('Operadores')),
  )
}

async function walkOperators(
  { page, shown, press, failing }: Pick<Walker, 'page' | 'shown' | 'press' | 'failing'>,
  username: string,
): Promise<void> {
  await press('Actualizar la lista')
  await shown('Lista actualizada')
  await press('Agregar operador')
  const add = page.getByRole('dialog', { name: 'Nuevo operador' })
  const create = add.getByRole('button', { name: 'Crear operador' })
  await create.click()
  await shown('El nombre completo es obligatorio')
  await add.getByLabel('Usuario').fill(username)
  await add.getByLabel('Nombre completo').fill('Pedro Páramo')
  await add.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await failing('**/api/users/operators', 'Error al crear el operador', () => create.click())
  await create.click()
  await shown('Operador creado')

  await press('Editar a Pedro Páramo')
  const edit = page.getByRole('dialog', { name: 'Editar operador' })
  await edit.getByLabel('Nombre completo').fill('Pedro Rulfo')
  const save = edit.getByRole('button', { name: 'Guardar' })
  await failing('**/api/users/operators/*', 'Error al actualizar el operador', () => save.click())
  await save.click()
  await shown('Operador actualizado')
  await press('Editar a Pedro Rulfo')
  await edit.getByRole('tab', { name: 'Contraseña' }).click()
  await edit.getByLabel('Nueva contraseña').fill('otra clave')
  const change = edit.getByRole('button', { name: 'Cambiar contraseña' })
  await failing('**/api/users/operators/*', 'Error al actualizar la contraseña', () => change.click())
  await change.click()
  await shown('Contraseña actualizada')

  await page.getByLabel('Buscar operador').fill('nadie')
  await shown('No hay resultados para la búsqueda')
  await page.getByLabel('Buscar operador').fill('rulfo')
  await press('Métricas de Pedro Rulfo')
  await shown('No hay datos disponibles para este operador')
  await page.keyboard.press('Escape')
  await press('Eliminar a Pedro Rulfo')
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Eliminar' })
  await failing('**/api/users/operators/*', 'Error al eliminar el operador', () => remove.click())
  await remove.click()
  await shown('Operador eliminado')
}
