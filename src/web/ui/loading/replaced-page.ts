/** The page's entry script; its name changes with every build. */
const PROGRAM = /<script[^>]*\ssrc="(\/assets\/[^"]+\.js)"/

/** Session storage key: the entry script for which this tab has already reloaded. */
const TRIED = 'acarreo.replaced'

/** Whether to reload: `ask` answers another version, and this tab has not reloaded for it. `running`: the entry script. */
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
    // Stored before the reload, which would otherwise repeat without end if the page fails again.
    storage.setItem(TRIED, running)
    return true
  } catch {
    // No network or no storage: the person decides.
    return false
  }
}

/** Reloads a failed page whose files a deploy removed. Never for drivers: presses may wait only in this tab's memory. */
export async function reloadIfReplaced(): Promise<void> {
  if (!import.meta.env.PROD || location.pathname.startsWith('/operator')) return
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]')
  const ask = async () => {
    const answer = await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    return answer.ok ? answer.text() : ''
  }
  // Read here and not before: where storage is blocked, reading `sessionStorage` throws.
  const storage = {
    getItem: (key: string) => sessionStorage.getItem(key),
    setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
  }
  if (await isReplaced(script?.getAttribute('src') ?? null, ask, storage)) location.reload()
}
