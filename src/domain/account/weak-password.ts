/** Why a password is guessed early. Its length is another rule (`PASSWORD` in fields.ts). */
export type Weakness = 'password_repeats' | 'password_has_username' | 'password_common'

const DISTINCT_MIN = 4
/** What must be left of a password beside the user name in it. */
const REST_MIN = 6

/**
 * The first weakness of a new password; null: none. `isCommon` tells whether a password in lower case is one of those that
 * many people have.
 */
export function weaknessOf(
  password: string,
  { username, isCommon }: { username: string; isCommon: (password: string) => boolean },
): Weakness | null {
  const folded = password.normalize('NFKC').toLowerCase()
  if (new Set(folded).size < DISTINCT_MIN) return 'password_repeats'
  const name = username.normalize('NFKC').toLowerCase()
  if (name !== '' && folded.includes(name) && folded.replaceAll(name, '').length < REST_MIN)
    return 'password_has_username'
  return isCommon(folded.trim()) ? 'password_common' : null
}
