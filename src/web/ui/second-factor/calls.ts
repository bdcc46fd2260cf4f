import type { RecoveryCodesResponse, SecondFactorSetup } from '#contract/http/people/second-factor'

/** What the second factor of an account, or of the administrator, is changed with. */
export interface SecondFactorCalls {
  begin: () => Promise<SecondFactorSetup>
  confirm: (code: string) => Promise<RecoveryCodesResponse>
  renew: (code: string) => Promise<RecoveryCodesResponse>
  switchOff: (code: string) => Promise<unknown>
  /** Gives the password, or the key, again. */
  prove: (secret: string) => Promise<unknown>
  needsProof: (error: unknown) => boolean
  sentence: (error: unknown) => string
  /** What a change has made stale is read again. */
  changed: () => void
}

/** How the secret is called that is asked for again. */
export interface ProofWords {
  label: string
  show?: string
}
