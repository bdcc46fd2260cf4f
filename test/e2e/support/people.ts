import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
  request as requests,
} from '@playwright/test'

export const PASSWORD = 'una buena clave'
export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 800 }
/** The gate of the park of the demonstration. */
export const PARK = { latitude: 20.52, longitude: -103.179 }

let counter = 0
const unique = (name: string): string => `${name}${Date.now().toString(36)}${counter++}`

export interface Account {
  id: number
  username: string
  displayName: string
  /** The session of the first login, for the first browser of this person: a login is dear on purpose. */
  session?: Awaited<ReturnType<APIRequestContext['storageState']>> | undefined
}

/**
 * A new supervisor, made through the product itself and signed in on `context`. The welcome dialog counts as seen, and the
 * proof of the address as put off, unless a journey wants to see them.
 */
export async function registerSupervisor(
  context: BrowserContext,
  origin: string,
  { welcomed = true }: { welcomed?: boolean } = {},
): Promise<Account> {
  const username = unique('jefe')
  const displayName = 'Marta Ibáñez'
  const response = await context.request.post(`${origin}/api/register`, {
    data: {
      username,
      password: PASSWORD,
      displayName,
      email: `${username}@example.com`,
      acceptedTerms: true,
    },
  })
  if (!response.ok()) throw new Error(await response.text())
  const { id } = await response.json()
  if (welcomed)
    await context.addInitScript((id) => {
      localStorage.setItem(`premium_welcome_shown_${id}`, 'true')
      localStorage.setItem(`acarreo.confirm-email-put-off.${id}`, String(Date.now()))
    }, id)
  return { id, username, displayName }
}

/** What a supervisor gives a driver to log in with for the first time. */
export const GIVEN_PASSWORD = 'la clave que le dieron'

/** An operator of the supervisor who is signed in on `request`, with PASSWORD chosen at a first login, whose session lasts. */
export async function createOperator(
  request: APIRequestContext,
  origin: string,
  displayName = 'Julián Ríos',
): Promise<Account> {
  const account = await addOperator(request, origin, { displayName })
  const phone = await requests.newContext({ baseURL: origin })
  const { username } = account
  for (const answer of [
    await phone.post('/api/login', { data: { username, password: GIVEN_PASSWORD } }),
    await phone.put('/api/account/password', { data: { newPassword: PASSWORD } }),
  ]) {
    if (!answer.ok()) throw new Error(await answer.text())
  }
  const session = await phone.storageState()
  await phone.dispose()
  return { ...account, session }
}

/**
 * An operator of the supervisor who is signed in on `request`, who has never logged in. `mustChangePassword`: an own
 * password is asked for then.
 */
export async function addOperator(
  request: APIRequestContext,
  origin: string,
  { displayName = 'Julián Ríos', mustChangePassword = false } = {},
): Promise<Account> {
  const username = unique('chofer')
  const response = await request.post(`${origin}/api/users/operators`, {
    data: { username, displayName, password: GIVEN_PASSWORD, mustChangePassword },
  })
  if (!response.ok()) throw new Error(await response.text())
  return { id: (await response.json()).id, username, displayName }
}

/** What the language switch stores; a later choice on the page stays. */
export async function chooseEnglish(context: BrowserContext, origin: string): Promise<void> {
  await context.addInitScript(() => {
    if (localStorage.getItem('acarreo.language') === null) localStorage.setItem('acarreo.language', '"en"')
  })
  await context.addCookies([{ name: 'acarreo.language', value: 'en', url: origin }])
}

export async function signIn(context: BrowserContext, origin: string, { username }: Account): Promise<void> {
  const response = await context.request.post(`${origin}/api/login`, {
    data: { username, password: PASSWORD },
  })
  if (!response.ok()) throw new Error(await response.text())
}

/** Somebody with a browser of their own; operators hold a phone, everyone else sits at a desk. */
export async function person(
  browser: Browser,
  origin: string,
  { kind, signedInAs }: { kind: 'phone' | 'desk'; signedInAs?: Account },
): Promise<{ context: BrowserContext; page: Page }> {
  const session = signedInAs?.session
  // A second browser of theirs logs in: it has a session of its own.
  if (signedInAs) signedInAs.session = undefined
  const context = await browser.newContext({
    baseURL: origin,
    ...(session ? { storageState: session } : {}),
    viewport: kind === 'phone' ? PHONE : DESK,
    ...(kind === 'phone'
      ? { hasTouch: true, isMobile: true, geolocation: PARK, permissions: ['geolocation'] }
      : {}),
  })
  if (signedInAs && !session) await signIn(context, origin, signedInAs)
  return { context, page: await context.newPage() }
}
