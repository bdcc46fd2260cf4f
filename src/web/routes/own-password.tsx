import { Redirect } from 'wouter'
import { homePath } from '#domain/account/role'
import { OwnPasswordScreen } from '../features/people/account/components/own-password-screen.tsx'
import { RouteGuard } from '../features/people/accounts/components/route-guard.tsx'
import { useCurrentUser, useLogout } from '../features/people/accounts/session.ts'
import { accountText } from '../text/account.ts'
import { PageTitle } from '../ui/page/page-title.tsx'

export default function OwnPasswordRoute() {
  const user = useCurrentUser()
  const logout = useLogout()
  if (!user.data?.passwordGiven) {
    return <RouteGuard>{({ role }) => <Redirect to={homePath(role)} replace />}</RouteGuard>
  }
  return (
    <>
      <PageTitle>{accountText.ownTitle}</PageTitle>
      <OwnPasswordScreen user={user.data} onLogout={() => logout.isPending || logout.mutate()} />
    </>
  )
}
