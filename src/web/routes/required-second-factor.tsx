import { Redirect } from 'wouter'
import { homePath } from '#domain/account/role'
import { RequiredSecondFactorScreen } from '../features/people/account/components/required-second-factor-screen.tsx'
import { RouteGuard } from '../features/people/accounts/components/route-guard.tsx'
import { useCurrentUser, useLogout } from '../features/people/accounts/session.ts'
import { secondFactorText } from '../text/second-factor.ts'
import { PageTitle } from '../ui/page/page-title.tsx'

export default function RequiredSecondFactorRoute() {
  const user = useCurrentUser()
  const logout = useLogout()
  if (!user.data?.mustSetUpSecondFactor || user.data.mustChangePassword) {
    return <RouteGuard>{({ role }) => <Redirect to={homePath(role)} replace />}</RouteGuard>
  }
  return (
    <>
      <PageTitle>{secondFactorText.requiredTitle}</PageTitle>
      <RequiredSecondFactorScreen user={user.data} onLogout={() => logout.isPending || logout.mutate()} />
    </>
  )
}
