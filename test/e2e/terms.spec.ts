import { DESK, PHONE } from './support/people.ts'
import { expect, expectAccessible, layoutShift, overflow, test } from './support/test.ts'

const SECTIONS = [
  'Versión beta',
  'Acceso y cuentas',
  'Usos prohibidos',
  'Transición a premium',
  'Rotación semanal de una función premium',
  'Política de datos',
  'Propiedad intelectual',
  'Responsabilidad',
  'Soporte',
  'Cambios a estos términos',
  'Terminación',
  'Ley aplicable',
  'Contacto de soporte',
  'Términos adicionales para supervisores',
  'Términos adicionales para operadores',
]

test('the terms say everything, and the contents lead there', async ({ browser, product }) => {
  for (const viewport of [PHONE, DESK]) {
    const context = await browser.newContext({ baseURL: product.origin, viewport })
    const page = await context.newPage()
    await page.goto('/terms-conditions')
    await expect(page.getByText('Última actualización: 31 de marzo de 2025')).toBeVisible()
    const contents = page.getByRole('navigation', { name: 'Contenido' })
    await expect(contents.getByRole('link')).toHaveText(SECTIONS)
    await expect(page.getByRole('article').getByRole('heading')).toHaveText(
      SECTIONS.map((heading, index) => `${index + 1}. ${heading}`),
    )
    for (const name of SECTIONS) {
      const link = contents.getByRole('link', { name, exact: true })
      await link.click()
      await expect(page).toHaveURL(/\/terms-conditions#[a-z-]+$/)
      await expect(page.getByRole('heading', { name: new RegExp(`^\\d+\\. ${name}$`) })).toBeInViewport()
    }
    await expect(page.getByRole('link', { name: 'soporte@acarreo.mx' })).toHaveCount(2)
    // No heading stands over a word or two: each section says what it promises.
    for (const name of SECTIONS) {
      const section = page.getByRole('region', { name: new RegExp(`^\\d+\\. ${name}$`) })
      const said = (await section.locator('p, li').allInnerTexts()).map((text) => text.trim())
      expect(said, name).not.toContain('')
      expect(said.join(' ').length, name).toBeGreaterThan(name === 'Contacto de soporte' ? 60 : 200)
    }
    await expect(page.getByText('Quien es operador también puede registrarse por su cuenta')).toBeVisible()
    await expect(
      page.getByText('Un supervisor ve únicamente los datos de sus propios operadores.'),
    ).toBeVisible()
    await expectAccessible(page)
    expect(await overflow(page)).toBeLessThanOrEqual(0)

    // An address with a place in it opens there, and going back goes back.
    await page.goto('/auth')
    await page.goto('/terms-conditions#datos')
    await expect(page.getByRole('heading', { name: /Política de datos$/ })).toBeInViewport()
    await page.goBack()
    await expect(page).toHaveURL(/\/auth$/)
    await page.goto('/terms-conditions')
    expect(await layoutShift(page)).toBeLessThan(0.02)
    await context.close()
  }
})

test('an address with an invalid fragment opens the terms', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.origin, viewport: PHONE })
  const page = await context.newPage()
  await page.goto('/terms-conditions#%')
  const title = page.getByRole('heading', { name: 'Términos y condiciones', exact: true })
  await expect(title).toBeVisible()
  await page.reload()
  await expect(title).toBeVisible()
})

test('at the desk the contents stay in sight; on paper there is the text alone', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.origin, viewport: DESK })
  const page = await context.newPage()
  await page.goto('/terms-conditions#operadores')
  await expect(page.getByRole('heading', { name: /para operadores$/ })).toBeInViewport()
  const contents = page.getByRole('navigation', { name: 'Contenido' })
  await expect(contents).toBeInViewport()
  const measure = await page.getByRole('article').evaluate((article) => article.clientWidth)
  expect(measure).toBeLessThanOrEqual(680)
  await page.emulateMedia({ media: 'print' })
  await expect(contents).toBeHidden()
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden()
  await expect(page.getByText('Volver al inicio')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Términos y condiciones' })).toBeVisible()
})

test('reading the terms loses nothing that was typed into the registration', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.origin, viewport: PHONE })
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Registrarse' }).click()
  const form = page.getByRole('tabpanel', { name: 'Registrarse' })
  await form.getByLabel('Usuario').fill('rosa')
  for (const link of [
    form.getByRole('link', { name: 'Leer los términos y condiciones' }),
    page.locator('footer').getByRole('link', { name: 'Términos y condiciones' }),
  ]) {
    const opening = context.waitForEvent('page')
    await link.click()
    const terms = await opening
    await expect(terms.getByRole('heading', { name: 'Términos y condiciones' })).toBeVisible()
    await terms.close()
  }
  await expect(form.getByLabel('Usuario')).toHaveValue('rosa')
})
