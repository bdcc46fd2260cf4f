import type { call } from '../call.ts'

/** What changes the second factor at `path`. */
export const secondFactorCalls = (
  send: typeof call,
  path: '/api/account/second-factor' | '/api/admin/second-factor',
) => ({
  begin: () => send(`POST ${path}`),
  confirm: (code: string) => send(`POST ${path}/confirm`, { body: { code } }),
  renew: (code: string) => send(`POST ${path}/recovery-codes`, { body: { code } }),
  switchOff: (code: string) => send(`POST ${path}/off`, { body: { code } }),
})
