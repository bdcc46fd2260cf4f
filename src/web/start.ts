/**
 * Asks for the words and for the page at this address. The build lets this module run before React has arrived, so
 * it imports nothing that awaits words.
 */
import './ui/loading/import-chunk.ts'
import { areaOf } from './lib/area.ts'
import { loadNotFound, PAGES } from './routes/pages.ts'
import { loadWords } from './text/load-words.ts'

const page = PAGES.find(({ path }) => areaOf(path) === areaOf(window.location.pathname))

loadWords('page').catch(() => {
  // Neither language could be loaded, so there is no word to show.
  const reload = document.createElement('button')
  reload.textContent = '↻ Acarreo'
  reload.onclick = () => location.reload()
  document.getElementById('root')?.replaceChildren(reload)
})

// The router asks for both again when it draws the page, and shows a failure.
for (const part of page?.words ?? []) void loadWords(part).catch(() => undefined)
void (page?.load ?? loadNotFound)().catch(() => undefined)
