import { ExternalLink as Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import { linksText } from '../../text/page.ts'

/** A link that opens in another tab, announced to screen readers. Only http(s) addresses become links. */
export function ExternalLink({
  href,
  children,
  className,
  tabIndex,
}: {
  href: string
  children: ReactNode
  className?: string | undefined
  /** -1: what it stands in moves the focus. */
  tabIndex?: -1
}) {
  // The address may come from stored data: a `javascript:` link must stay text.
  if (!/^https?:\/\//i.test(href)) return <span className={className}>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className} tabIndex={tabIndex}>
      {children}
      <Icon size={14} role="img" aria-label={linksText.opensNewTab} />
    </a>
  )
}
