import { ConfirmScreen } from '../features/people/account/components/confirm-screen.tsx'
import { accountText } from '../text/account.ts'
import { PageTitle } from '../ui/page/page-title.tsx'

export default function ConfirmEmailRoute() {
  return (
    <>
      <PageTitle>{accountText.confirmTitle}</PageTitle>
      <ConfirmScreen />
    </>
  )
}
