import type { RecoveryCodesResponse, SecondFactorSetup } from '#contract/http/second-factor'

type Send = <T>(method: 'POST', path: string, body?: unknown) => Promise<T>

/** What changes the second factor at `path`. */
export const secondFactorCalls = (send: Send, path: string) => ({
  begin: () => send<SecondFactorSetup>('POST', path),
  confirm: (code: string) => send<RecoveryCodesResponse>('POST', `${path}/confirm`, { code }),
  renew: (code: string) => send<RecoveryCodesResponse>('POST', `${path}/recovery-codes`, { code }),
  switchOff: (code: string) => send<unknown>('POST', `${path}/off`, { code }),
})
