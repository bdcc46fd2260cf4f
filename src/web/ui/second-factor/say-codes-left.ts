import { toast } from '../toast/toast.ts'

/** After a login with a recovery code. Few logins need the words: they are loaded now. */
export async function sayCodesLeft(left: number): Promise<void> {
  const { secondFactorText } = await import('../../text/second-factor.ts')
  toast({ title: secondFactorText.codesLeft(left), id: 'recovery-codes-left', durationMs: 8000 })
}
