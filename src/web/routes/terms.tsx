import { TermsPage } from '../features/people/terms/terms-page.tsx'
import { termsText } from '../text/terms.ts'
import { PageTitle } from '../ui/page/page-title.tsx'

export default function TermsRoute() {
  return (
    <>
      <PageTitle>{termsText.title}</PageTitle>
      <TermsPage />
    </>
  )
}
