import { ScriptFailure } from '../lib/run.mjs'
import { firstLogin, GIVEN_PASSWORD } from './first-login.mjs'
import { createClient } from './phone.mjs'

export const PASSWORD = 'demo-acarreo'

export const SUPERVISOR = { username: 'demo', displayName: 'Supervisión de demostración' }

export const DRIVERS = [
  { username: 'javier.ramirez', displayName: 'Javier Ramírez Soto' },
  { username: 'maria.cardenas', displayName: 'María Cárdenas Ruiz' },
  { username: 'jose.luis.ochoa', displayName: 'José Luis Ochoa Peña' },
  { username: 'guadalupe.nava', displayName: 'Guadalupe Nava Ortiz' },
  { username: 'martin.villasenor', displayName: 'Martín Villaseñor Gil' },
  { username: 'rosa.zepeda', displayName: 'Rosa Zepeda Luna' },
  { username: 'hector.michel', displayName: 'Héctor Michel Vargas' },
  { username: 'ignacio.preciado', displayName: 'Ignacio Preciado Mora' },
  { username: 'alma.figueroa', displayName: 'Alma Figueroa Ríos' },
  { username: 'raul.magana', displayName: 'Raúl Magaña Torres' },
  { username: 'ernesto.covarrubias', displayName: 'Ernesto Covarrubias León' },
  { username: 'silvia.anguiano', displayName: 'Silvia Anguiano Díaz' },
]

/** @typedef {import('./phone.mjs').Client} Client */
/** @typedef {{ username: string, displayName: string, client: Client }} Driver */

/**
 * The accounts of the demonstration, made where they are missing and signed in, all through the product's own calls.
 * @param {string} origin
 * @returns {Promise<{ supervisor: Client, drivers: Driver[] }>}
 * @throws {ScriptFailure} when an account cannot be had
 */
export async function openAccounts(origin) {
  const supervisor = await openSupervisor(origin)
  const known = await supervisor.get('/api/users/operators')
  if (known.status !== 200) throw failure('No se pudo leer la lista de operadores', known)
  /** Whether the driver still has the given password. @type {Map<string, boolean>} */
  const present = new Map(
    known.body.map((/** @type {import('#contract/http/people/operators').OperatorResponse} */ operator) => [
      operator.username,
      operator.passwordGiven,
    ]),
  )
  for (const driver of DRIVERS) {
    if (present.has(driver.username)) continue
    const made = await supervisor.post('/api/users/operators', { ...driver, password: GIVEN_PASSWORD })
    if (made.status !== 201) throw failure(`No se pudo crear la cuenta ${driver.username}`, made)
  }
  const drivers = await Promise.all(
    DRIVERS.map(async (driver) => {
      const client = createClient(origin)
      const welcome = await (present.get(driver.username) === false
        ? logIn(client, driver.username)
        : firstLogin(client, { ...driver, password: PASSWORD }))
      if (welcome.status !== 200) throw failure(`${driver.username} no pudo entrar`, welcome)
      return { ...driver, client }
    }),
  )
  return { supervisor, drivers }
}

/** @param {string} origin */
async function openSupervisor(origin) {
  const client = createClient(origin)
  const welcome = await logIn(client, SUPERVISOR.username)
  if (welcome.status === 200) return client
  if (welcome.status !== 401) throw failure(`${SUPERVISOR.username} no pudo entrar`, welcome)
  const made = await client.post('/api/register', {
    ...SUPERVISOR,
    password: PASSWORD,
    role: 'supervisor',
    email: 'demo@example.com',
    acceptedTerms: true,
  })
  if (made.status !== 201) throw failure(`No se pudo crear la cuenta ${SUPERVISOR.username}`, made)
  return client
}

/** @param {Client} client @param {string} username */
const logIn = (client, username) => client.post('/api/login', { username, password: PASSWORD })

/** @param {string} what @param {import('./phone.mjs').Answer} answer */
const failure = (what, { status, body }) => new ScriptFailure(`${what}: ${body?.error ?? status}`)

/** The table for the person at the terminal. */
export function accountTable() {
  const rows = [
    { role: 'Supervisor', ...SUPERVISOR },
    ...DRIVERS.map((driver) => ({ role: 'Operador', ...driver })),
  ]
  const width = (/** @type {'role' | 'username'} */ column, /** @type {string} */ title) =>
    Math.max(title.length, ...rows.map((row) => row[column].length))
  const roles = width('role', 'Rol')
  const names = width('username', 'Usuario')
  const line = (/** @type {string} */ a, /** @type {string} */ b, /** @type {string} */ c) =>
    `  ${a.padEnd(roles)}  ${b.padEnd(names)}  ${c}`
  return [
    line('Rol', 'Usuario', 'Nombre'),
    line('─'.repeat(roles), '─'.repeat(names), '─'.repeat(26)),
    ...rows.map(({ role, username, displayName }) => line(role, username, displayName)),
    `  Contraseña de todas las cuentas: ${PASSWORD}`,
  ].join('\n')
}
