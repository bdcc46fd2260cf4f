export type Gate = 'console' | 'login' | 'checking'

/** What to show. The server's answer decides; without one, whether an administrator was logged in on this device. */
export function gate(
  { session, failed }: { session: { authenticated: boolean } | undefined; failed: boolean },
  wasLoggedIn: boolean,
): Gate {
  if (session) return session.authenticated ? 'console' : 'login'
  if (wasLoggedIn) return 'console'
  return failed ? 'login' : 'checking'
}
