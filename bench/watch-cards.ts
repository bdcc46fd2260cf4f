import type { Page } from '@playwright/test'

/** A card that came to show a status. `at`: epoch milliseconds with fractions, by the clock of the machine. */
export interface Sighting {
  containerId: string
  /** Text of the status; empty when the card was taken away. */
  status: string
  at: number
}

/** Milliseconds since 1970 with fractions; in the page as here, so both sides read one clock. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()

/**
 * Notes every change of a card's status from now on, as the page's own observer sees it: after React has written it to
 * the document and before the next frame is drawn. A card is found by its heading, whose id names the operation.
 */
export async function watchCards(page: Page): Promise<void> {
  // tsx adds a helper to functions that the page does not have.
  await page.evaluate('globalThis.__name = (marked) => marked')
  await page.evaluate(() => {
    const prefix = 'operation-'
    const sightings: Sighting[] = []
    const shown = new Map<string, string>()
    const note = (containerId: string, status: string): void => {
      if (shown.get(containerId) === status) return
      shown.set(containerId, status)
      sightings.push({ containerId, status, at: performance.timeOrigin + performance.now() })
    }
    const keyOf = (card: Element | null | undefined): string | null => {
      const id = card?.querySelector('h3')?.id
      return id?.startsWith(prefix) ? id.slice(prefix.length) : null
    }
    const look = (card: Element | null | undefined): void => {
      const key = keyOf(card)
      if (card && key !== null) note(key, card.querySelector('strong')?.textContent ?? '')
    }
    const cardsIn = (nodes: NodeList): Element[] =>
      [...nodes].flatMap((node) => {
        if (!(node instanceof Element)) return []
        return node instanceof HTMLLIElement ? [node] : [...node.querySelectorAll('li')]
      })
    new MutationObserver((changes) => {
      const touched = new Set<Element>()
      for (const { target, addedNodes, removedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const card = element?.closest('li')
        if (card) touched.add(card)
        // The whole grid comes and goes with its first and last card.
        for (const card of cardsIn(addedNodes)) touched.add(card)
        for (const card of cardsIn(removedNodes)) {
          const key = card.isConnected ? null : keyOf(card)
          if (key !== null) note(key, '')
        }
      }
      for (const card of touched) if (card.isConnected) look(card)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    for (const card of document.querySelectorAll('li')) look(card)
    Object.assign(window, { sightings })
  })
}

export const sightingsOf = (page: Page): Promise<Sighting[]> =>
  page.evaluate(() => (window as unknown as { sightings: Sighting[] }).sightings)

/** How far the page's clock is ahead of ours, and how surely, in milliseconds: from the quickest of many questions. */
export async function clockSkew(page: Page): Promise<{ skew: number; uncertainty: number }> {
  let best = { skew: 0, uncertainty: Number.POSITIVE_INFINITY }
  for (let i = 0; i < 50; i++) {
    const asked = preciseNow()
    const there = await page.evaluate(() => performance.timeOrigin + performance.now())
    const answered = preciseNow()
    const uncertainty = (answered - asked) / 2
    if (uncertainty < best.uncertainty) best = { skew: there - (asked + answered) / 2, uncertainty }
  }
  return best
}
