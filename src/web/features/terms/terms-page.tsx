import { termsText as text } from '../../text/terms.ts'
import { ReadingPage } from '../../ui/reading-page.tsx'

export function TermsPage() {
  return (
    <ReadingPage title={text.title} back={{ href: '/auth', label: text.back }}>
      <p>{text.updated}</p>
      {text.sections.map(({ heading, body }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <p>{body}</p>
        </section>
      ))}
    </ReadingPage>
  )
}
