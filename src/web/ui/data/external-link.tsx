import { ExternalLink as Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import { linksText } from '../../text/links.ts'

/** A link that opens in another tab, and says so. `href` is only followed when it is http(s). */
export function ExternalLink({
  href,
  children,
  className,
}: {
  href: string
  children: ReactNode
  className?: string | undefined
}) {
  // The address may come from a stored record: a `javascript:` link must stay text.
  if (!/^https?:\/\//i.test(href)) return <span className={className}>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <Icon size={14} role="img" aria-label={linksText.opensNewTab} />
    </a>
  )
}
