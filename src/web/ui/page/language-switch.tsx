import { Languages } from 'lucide-react'
import { changeLanguage, type Language } from '../../text/language.ts'
import { LOCALE } from '../../text/page.ts'
import { Spoken } from '../panel/spoken.tsx'
import classes from './language-switch.module.css'

/** Each language by its own name, for people who cannot read the other one. */
const NAMES: Record<Language, string> = { es: 'Español', en: 'English' }

/** Changes the language of the whole page by a reload. Stored data stays. `brief`: on a phone the icon alone. */
export function LanguageSwitch({ brief = false }: { brief?: boolean }) {
  // By the words on the page: where one language failed to load, this asks for it again.
  const other: Language = LOCALE === 'en' ? 'es' : 'en'
  return (
    <button type="button" className={classes.switch} lang={other} onClick={() => changeLanguage(other)}>
      <Languages size={18} />
      {brief ? <Spoken onPhones>{NAMES[other]}</Spoken> : NAMES[other]}
    </button>
  )
}
