import type { Browser, Page, Route } from '@playwright/test'
import { type Account, person } from '../people.ts'
import { watchTexts } from '../seen.ts'
import { expect } from '../test.ts'

type Failure = Parameters<Route['fulfill']>[0]

export type Walker = Awaited<ReturnType<typeof walker>>

/** Other journeys run beside. */
const PATIENCE = { timeout: 30_000 }

/** Somebody with a browser that notes what it shows. */
export async function walker(
  browser: Browser,
  origin: string,
  who: { kind: 'phone' | 'desk'; signedInAs?: Account },
) {
  const { context, page } = await person(browser, origin, who)
  page.setDefaultTimeout(PATIENCE.timeout)
  const seen = await watchTexts(context)
  /** Waits until this has been shown, if only for a moment. */
  const shown = (text: string) => expect.poll(() => seen.has(text), { message: text, ...PATIENCE }).toBe(true)
  return { context, page, seen, shown, press: pressing(page), failing: failing(page, shown) }
}

const pressing = (page: Page) => (name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click()

/** As a proxy answers, without a reason that could be shown. */
export const GATEWAY = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }

const REASONED = { status: 500, json: { error: 'No se pudo' } }

/** While calls of `path` fail, what is done shows `text`. */
const failing =
  (page: Page, shown: (text: string) => Promise<void>) =>
  async (path: string, text: string, act: () => Promise<unknown>, failure: Failure = REASONED) => {
    await page.route(path, (route) => route.fulfill(failure))
    await act()
    await shown(text)
    await page.unroute(path)
  }
