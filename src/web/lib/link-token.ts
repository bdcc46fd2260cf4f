/** The key in the history state: the token survives a reload without being in the address. */
const STATE_KEY = 'linkToken'

/** The token of an opened link: from the query at first, then from the history state. */
export function tokenOf(search: string, historyState: unknown): string | null {
  const inQuery = new URLSearchParams(search).get('token')?.trim()
  if (inQuery) return inQuery
  if (typeof historyState !== 'object' || historyState === null) return null
  const kept = (historyState as Record<string, unknown>)[STATE_KEY]
  return typeof kept === 'string' && kept !== '' ? kept : null
}

export const stateWith = (token: string | null): Record<string, string> | null =>
  token === null ? null : { [STATE_KEY]: token }

/** The token of the link that opened this page. */
export const openedToken = (): string | null => tokenOf(window.location.search, window.history.state)

/** Keeps the token out of the address bar, and so out of screenshots, shared links and referrers. */
export function keepInHistory(token: string | null): void {
  window.history.replaceState(stateWith(token), '', window.location.pathname)
}
