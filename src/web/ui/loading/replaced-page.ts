/** The program that a page begins with; its name changes with every build. */
const PROGRAM = /<script[^>]*\ssrc="(\/assets\/[^"]+\.js)"/

/** Under this name a tab remembers the program in whose place it has begun anew already. */
const TRIED = 'acarreo.replaced'

/**
 * Whether the page should begin anew: the server has another version of it, and this tab has not tried so already.
 * @param running path of the program that runs here; null: unknown
 * @param ask answers the page as the server has it now
 */
export async function isReplaced(
  running: string | null,
  ask: () => Promise<string>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): Promise<boolean> {
  if (running === null) return false
  try {
    if (storage.getItem(TRIED) === running) return false
    const newest = PROGRAM.exec(await ask())?.[1]
    if (newest === undefined || newest === running) return false
    // Kept before the page begins anew: without it a page that comes back as it was would never rest.
    storage.setItem(TRIED, running)
    return true
  } catch {
    // No network, no such storage: the person decides.
    return false
  }
}

/**
 * Begins the page anew if it failed because it has been replaced: after a deploy the files of the old version are gone.
 * Only for a page that is lost already. Never in the driver's area, where what waits may be in this tab's memory alone.
 */
export async function reloadIfReplaced(): Promise<void> {
  if (!import.meta.env.PROD || location.pathname.startsWith('/operator')) return
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]')
  const ask = async () => {
    const answer = await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    return answer.ok ? answer.text() : ''
  }
  // Asked for by name each time: where storage is blocked, the very name throws.
  const storage = {
    getItem: (key: string) => sessionStorage.getItem(key),
    setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
  }
  if (await isReplaced(script?.getAttribute('src') ?? null, ask, storage)) location.reload()
}
