import { Languages } from 'lucide-react'
import { english } from '../../text/english.ts'
import { changeLanguage, type Language } from '../../text/language.ts'
import classes from './language-switch.module.css'

/** Each language by its own name: whoever looks for it cannot read the other one. */
const NAMES: Record<Language, string> = { es: 'Español', en: 'English' }

/** Turns the whole interface into the other language. The page begins anew; what is kept on the device stays. */
export function LanguageSwitch() {
  // By the words on the page: where the English ones could not be had, this asks for them again.
  const other: Language = english === null ? 'en' : 'es'
  return (
    <button type="button" className={classes.switch} lang={other} onClick={() => changeLanguage(other)}>
      <Languages size={18} aria-hidden="true" />
      {NAMES[other]}
    </button>
  )
}
