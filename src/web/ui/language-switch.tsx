import { Languages } from 'lucide-react'
import { changeLanguage, type Language, language } from '../text/language.ts'
import classes from './language-switch.module.css'

/** Each language by its own name: whoever looks for it cannot read the other one. */
const NAMES: Record<Language, string> = { es: 'Español', en: 'English' }

/** Turns the whole interface into the other language. The page begins anew; what is kept on the device stays. */
export function LanguageSwitch() {
  const other: Language = language === 'es' ? 'en' : 'es'
  return (
    <button type="button" className={classes.switch} lang={other} onClick={() => changeLanguage(other)}>
      <Languages size={18} aria-hidden="true" />
      {NAMES[other]}
    </button>
  )
}
