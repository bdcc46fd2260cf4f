export interface Asked {
  method: string
  ownOrigin: boolean
  path: string
  navigation: boolean
  /** Whether the file is one that the worker keeps from its installation on. */
  kept: boolean
}

/**
 * Where the answer to a request comes from. `network`: the worker stays out of it. `kept_page`: the page as it was kept,
 * at once. `fresh_page`: the page from the server, the kept one when none comes. `kept_file`: kept once, kept for good.
 */
export type Source = 'network' | 'kept_page' | 'fresh_page' | 'kept_file'

/** Screens on which a driver must not wait for a server: an older version there is offered the newer one. */
const AT_ONCE = /^\/(?:operator|auth)?\/?$/

/** Never kept and never answered from here: calls, the live channel, what machines ask, and the pages of links. */
const NOT_THE_PAGE = /^\/(?:api|ws|healthz|readyz|metrics|container|rastreo|expediente|verificar)(?:\/|$)/

export function answerFor({ method, ownOrigin, path, navigation, kept }: Asked): Source {
  if (method !== 'GET' || !ownOrigin || NOT_THE_PAGE.test(path)) return 'network'
  if (navigation) return AT_ONCE.test(path) ? 'kept_page' : 'fresh_page'
  return kept || path.startsWith('/assets/') ? 'kept_file' : 'network'
}
