/** The script of the tracking search: offers the containers that were shared from this browser, until they are forgotten. */
import { parseNumbers, type RecentNumbers } from '#domain/container/recent-numbers'

/** As the supervisor's desk keeps it (features/desk/live-operations/shared-numbers.ts). */
const KEY = 'acarreo.shared-numbers'

function shared(): RecentNumbers {
  try {
    return parseNumbers(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  } catch {
    return []
  }
}

const section = document.getElementById('shared')
const list = section?.querySelector('ul')

function offer(): void {
  const numbers = shared()
  if (!section || !list) return
  section.hidden = numbers.length === 0
  list.replaceChildren(
    ...numbers.map((number) => {
      const link = document.createElement('a')
      link.className = 'button'
      link.href = `/container/${number}`
      link.textContent = [number.slice(0, 4), number.slice(4, 10), number.slice(10)].join(' ')
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
}

section?.querySelector('button')?.addEventListener('click', () => {
  localStorage.removeItem(KEY)
  offer()
  document.getElementById('numero')?.focus()
})
// Also when the browser shows the page again as it was left.
window.addEventListener('pageshow', offer)
