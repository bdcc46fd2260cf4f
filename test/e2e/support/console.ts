import type { Browser, Page } from '@playwright/test'
import { type Account, createOperator, DESK, person, registerSupervisor } from './people.ts'
import type { Product } from './product.ts'
import { expect } from './test.ts'

export const KEY_FIELD = { name: 'Clave de Administrador' } as const

export async function logIn(page: Page, product: Product): Promise<void> {
  await page.getByRole('textbox', KEY_FIELD).fill(product.adminKey)
  await page.getByRole('button', { name: 'Acceder al Sistema' }).click()
  await expect(page.getByRole('tab', { name: 'Usuarios' })).toBeVisible()
}

export async function administrator(browser: Browser, product: Product, viewport = DESK, path = '/admin') {
  const context = await browser.newContext({ baseURL: product.origin, viewport })
  const page = await context.newPage()
  await page.goto(path)
  await logIn(page, product)
  return { context, page }
}

/** A supervisor at a desk, with drivers. */
export async function company(browser: Browser, product: Product, drivers: readonly string[] = []) {
  const { context, page } = await person(browser, product.origin, { kind: 'desk' })
  const supervisor = await registerSupervisor(context, product.origin)
  const operators: Account[] = []
  for (const name of drivers) operators.push(await createOperator(context.request, product.origin, name))
  return { context, page, supervisor, operators }
}

/** By the whole username: a suggested one holds the one it is made from. */
export const rowOf = (page: Page, table: string, username: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: username, exact: true }) })
