import { AuthScreen } from '../features/people/accounts/components/auth-screen.tsx'
import { accountsText } from '../text/accounts.ts'
import { PageTitle } from '../ui/page/page-title.tsx'

export default function AuthRoute() {
  return (
    <>
      <PageTitle>{accountsText.loginTab}</PageTitle>
      <AuthScreen />
    </>
  )
}
