import type { BrowserContext } from '@playwright/test'

/** Everything that the pages of a context have shown so far: texts, accessible names, tooltips and hints. */
export async function watchTexts(context: BrowserContext): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  await context.exposeBinding('tellShown', (_source, texts: string[]) => {
    for (const text of texts) seen.add(text)
  })
  await context.addInitScript(() => {
    const told = new Set<string>()
    const changed = new Set<Node>()
    /** Also what is there for a moment: nobody sees what does not last until the next frame. */
    const look = () => {
      const fresh: string[] = []
      const tell = (text: string | null) => {
        const shown = text?.replace(/\s+/g, ' ').trim()
        if (!shown || shown.length > 300 || told.has(shown)) return
        told.add(shown)
        fresh.push(shown)
      }
      const roots = [...changed].map((node) => (node instanceof Element ? node : node.parentElement))
      changed.clear()
      for (const element of new Set(
        roots.flatMap((root) => (root ? [root, ...root.querySelectorAll('*')] : [])),
      )) {
        if (element.closest('head, script, style, noscript') || !element.checkVisibility()) continue
        for (const name of ['aria-label', 'title', 'placeholder']) tell(element.getAttribute(name))
        const said = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        for (const { textContent } of said) tell(textContent)
        if (said.some(({ textContent }) => textContent?.trim())) tell(element.textContent)
      }
      const { tellShown } = window as unknown as { tellShown(texts: string[]): Promise<void> }
      if (fresh.length > 0) void tellShown(fresh)
    }
    new MutationObserver((records) => {
      if (changed.size === 0) requestAnimationFrame(look)
      for (const { target } of records) changed.add(target)
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  })
  return seen
}
