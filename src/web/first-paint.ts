/**
 * Stands in the document itself and runs before anything is painted (scripts/lib/first-paint.mjs): the outline of the page
 * appears in the person's language and in the scheme of the device. Built apart from the page, so it shares no chunk.
 */
import './styles/first-paint.css'
import { areaOf } from './lib/area.ts'
import { language } from './text/language.ts'

const root = document.documentElement
root.lang = language
root.dataset.area = areaOf(location.pathname)
// Mantine sets the same, once it has arrived.
root.dataset.mantineColorScheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
