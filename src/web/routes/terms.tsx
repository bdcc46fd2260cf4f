import { TermsPage } from '../features/terms/terms-page.tsx'

export default function TermsRoute() {
  return <TermsPage />
}
