import { PASSWORD } from '../people.ts'
import { GATEWAY, type Walker } from './walker.ts'

/** The public screens, and the way in and out. `taken`: a user name; `links`: paths of a trip under way and one that ended. */
export async function walkAsVisitor(
  { page, shown, press, failing }: Walker,
  { taken, links }: { taken: string; links: readonly string[] },
): Promise<void> {
  await page.goto('/no-such-page')
  await shown('Page Not Found')
  await page.goto('/container')
  await shown('No se proporcionó ID de contenedor')
  await page.goto('/container/MSKU0000000')
  await shown('No se encontró información para este contenedor')
  for (const link of links) {
    await page.goto(link)
    await page.getByRole('tab', { name: 'Historial' }).click()
  }

  await page.goto('/forgot-password')
  await press('Enviar enlace')
  await shown('Debe proporcionar al menos un nombre de usuario o correo electrónico')
  await page.getByRole('tabpanel').getByLabel('Usuario').fill('nadie.aqui')
  await failing(
    '**/api/password/reset-request',
    'Hubo un problema al procesar tu solicitud.',
    () => press('Enviar enlace'),
    GATEWAY,
  )
  await press('Enviar enlace')
  await page.getByText('Si existe una cuenta con esos datos').waitFor()
  await page.goto('/reset-password?token=none')
  await shown('El token no es válido o ha expirado. Solicita uno nuevo.')
  await page.route('**/api/password/validate-token*', (route) => route.fulfill({ json: { valid: true } }))
  await page.goto('/reset-password?token=none')
  await press('Restablecer contraseña')
  await shown('La contraseña debe tener al menos 8 caracteres')
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirmar contraseña').fill(PASSWORD)
  await failing(
    '**/api/password/reset',
    'Hubo un problema al restablecer tu contraseña.',
    () => press('Restablecer contraseña'),
    GATEWAY,
  )

  await page.goto('/auth')
  const login = page.getByRole('tabpanel', { name: 'Iniciar Sesión' })
  const enter = login.getByRole('button', { name: 'Iniciar Sesión' })
  await enter.click()
  await shown('Password is required')
  await login.getByLabel('Usuario').fill(taken)
  await login.getByLabel('Contraseña', { exact: true }).fill('mal')
  await enter.click()
  await shown('Error al iniciar sesión')
  await page.route('**/api/login', (route) =>
    route.fulfill({ status: 403, json: { error: 'usuario_desactivado', code: 'usuario_desactivado' } }),
  )
  await enter.click()
  await press('Entendido')
  await page.unroute('**/api/login')

  await page.getByRole('tab', { name: 'Registrarse' }).click()
  const form = page.getByRole('tabpanel', { name: 'Registrarse' })
  const register = form.getByRole('button', { name: 'Registrarse' })
  await register.click()
  await shown('You must accept the terms and conditions')
  await form.getByLabel('Usuario').fill(taken)
  await form.getByLabel('Nombre completo').fill('Rosa Núñez')
  await form.getByLabel('Correo electrónico').fill('rosa')
  await form.getByLabel('Teléfono (opcional)').fill('123')
  await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await form.getByLabel('Confirmar contraseña').fill('otra cosa')
  await form.getByLabel('Acepto los términos y condiciones').check()
  await register.click()
  await shown('Las contraseñas no coinciden')
  await form.getByLabel('Correo electrónico').fill(`rosa.${taken}@example.com`)
  await form.getByLabel('Teléfono (opcional)').fill('')
  await form.getByLabel('Confirmar contraseña').fill(PASSWORD)
  await failing('**/api/register', 'Error al registrar usuario', () => register.click(), GATEWAY)
  const namesAlone = { status: 409, json: { suggestions: ['rosa.2'] } }
  await failing('**/api/register', 'El nombre de usuario ya existe', () => register.click(), namesAlone)
  await register.click()
  await shown('Nombre de usuario ya existente')
  await form
    .getByRole('button', { name: new RegExp(`^${taken}`) })
    .first()
    .click()
  const username = await form.getByLabel('Usuario').inputValue()
  await register.click()
  await shown('Registration successful')
  await press('Comenzar a usar')
  await page.getByRole('tab', { name: 'Operadores' }).click()
  await shown('No hay operadores registrados')
  await failing('**/api/logout', 'Logout failed', () => press('Logout'))
  await press('Logout')
  await shown('Logged out')
  await login.getByLabel('Usuario').fill(username)
  await login.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await enter.click()
  await shown('Login successful')
}
