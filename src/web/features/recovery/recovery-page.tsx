import { useProductConfig } from '../../lib/product-config.ts'
import { recoveryText as text } from '../../text/recovery.ts'
import { ReadingPage } from '../../ui/reading-page.tsx'

/** Who sets a new password, and how to reach them. */
export function RecoveryPage() {
  const email = useProductConfig()?.supportEmail ?? text.supportEmail
  return (
    <ReadingPage title={text.title} back={{ href: '/auth', label: text.back }}>
      <h2>{text.operator}</h2>
      <p>{text.operatorHint}</p>
      <h2>{text.supervisor}</h2>
      <p>{text.supervisorHint}</p>
      <h2>{text.support}</h2>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p>{text.neverAsked}</p>
    </ReadingPage>
  )
}
