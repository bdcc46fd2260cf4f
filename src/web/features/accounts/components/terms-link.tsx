import { ExternalLink } from 'lucide-react'
import { linksText } from '../../../text/links.ts'
import classes from './auth.module.css'

/** Opens in a new tab, so that the form keeps what was typed. A plain link: the router ignores `target`. */
export function TermsLink({ children }: { children: string }) {
  return (
    <a href="/terms-conditions" target="_blank" rel="noopener" className={classes.link}>
      {children}
      <ExternalLink size={14} role="img" aria-label={linksText.opensNewTab} className={classes.newTab} />
    </a>
  )
}
