import { ExternalLink } from 'lucide-react'
import { linksText } from '../../../../text/page.ts'
import classes from './auth.module.css'

/** Opens another tab, past the router, which ignores `target`: what was typed here stays. */
export function TermsLink({ children }: { children: string }) {
  return (
    <a href="/terms-conditions" target="_blank" rel="noopener" className={classes.link}>
      {children}
      <ExternalLink size={14} role="img" aria-label={linksText.opensNewTab} className={classes.newTab} />
    </a>
  )
}
