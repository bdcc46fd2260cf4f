import { weaknessOf } from '#domain/account/weak-password'
import { isCommonPassword } from '../../../adapters/common-passwords.ts'
import { invalid } from '../../../http/answer/problem.ts'
import { say } from '../../../text/messages.ts'

/** Refuses a new password that is guessed early, with 400 at `path`, its field in the request. */
export function refuseWeak(password: string, username: string, path: 'password' | 'newPassword'): void {
  const weakness = weaknessOf(password, { username, isCommon: isCommonPassword })
  if (weakness !== null) throw invalid([{ path, ...say(weakness) }])
}
