import type { UserResponse } from '#contract/http/accounts'
import { RouteGuard } from '../features/accounts/components/route-guard.tsx'
import { useLogout } from '../features/accounts/queries.ts'
import { SupervisorDesk } from '../features/live-operations/components/supervisor-desk.tsx'
import { useLiveConnection } from '../lib/live.ts'

export default function SupervisorRoute() {
  return <RouteGuard only="supervisor">{(user) => <SupervisorArea user={user} />}</RouteGuard>
}

function SupervisorArea({ user }: { user: UserResponse }) {
  useLiveConnection(user)
  const logout = useLogout()
  return (
    <SupervisorDesk
      displayName={user.displayName}
      onLogout={() => logout.mutate()}
      loggingOut={logout.isPending}
    />
  )
}
