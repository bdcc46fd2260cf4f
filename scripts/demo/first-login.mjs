/** @typedef {import('./phone.mjs').Client} Client */

/** What a supervisor gives a driver to log in with for the first time. */
export const GIVEN_PASSWORD = 'clave dada al contratar'

/**
 * Logs in with the given password, and chooses `password`.
 * @param {Client} client @param {{ username: string, password: string }} login
 * @returns {Promise<import('./phone.mjs').Answer>} what the login answers, or the refusal of `password`
 */
export async function firstLogin(client, { username, password }) {
  const welcome = await client.post('/api/login', { username, password: GIVEN_PASSWORD })
  if (welcome.status !== 200) return welcome
  const own = await client.put('/api/account/password', { newPassword: password })
  return own.status === 200 ? welcome : own
}
