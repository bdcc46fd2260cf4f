import { AccountScreen } from '../features/people/account/components/account-screen.tsx'
import { RouteGuard } from '../features/people/accounts/components/route-guard.tsx'
import { accountText } from '../text/account.ts'
import { PageTitle } from '../ui/page/page-title.tsx'

export default function AccountRoute() {
  return (
    <RouteGuard>
      {({ displayName, role }) => (
        <>
          <PageTitle>{accountText.title}</PageTitle>
          <AccountScreen name={displayName} role={role} />
        </>
      )}
    </RouteGuard>
  )
}
