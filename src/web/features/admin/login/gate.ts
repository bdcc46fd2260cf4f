export type Gate = 'console' | 'login' | 'checking'

/** What to show: an answer decides; until there is one, or when none comes, whether somebody was logged in here. */
export function gate(
  { session, failed }: { session: { authenticated: boolean } | undefined; failed: boolean },
  wasLoggedIn: boolean,
): Gate {
  if (session) return session.authenticated ? 'console' : 'login'
  if (wasLoggedIn) return 'console'
  return failed ? 'login' : 'checking'
}
