import type { UserResponse } from '#contract/http/accounts'
import { RouteGuard } from '../features/accounts/components/route-guard.tsx'
import { useLogout } from '../features/accounts/queries.ts'
import { OperatorArea } from '../features/operation/components/operator-area.tsx'
import { useLive, useLiveConnection } from '../lib/live.ts'
import { operationText } from '../text/operation.ts'
import { ConnectionBadge } from '../ui/connection-badge.tsx'
import { Header } from '../ui/header.tsx'
import { useOnline } from '../ui/use-online.ts'
import classes from './operator.module.css'

export default function OperatorRoute() {
  return <RouteGuard only="operator">{(user) => <OperatorPage user={user} />}</RouteGuard>
}

function OperatorPage({ user }: { user: UserResponse }) {
  const logout = useLogout()
  const online = useOnline()
  useLiveConnection(user)
  const { connected } = useLive()
  return (
    <div className={classes.page}>
      <Header
        title={operationText.areaTitle}
        name={user.displayName}
        badges={<ConnectionBadge online={connected && online} />}
        onLogout={() => logout.mutate()}
        loggingOut={logout.isPending}
      />
      <main className={classes.main}>
        <OperatorArea user={user} />
      </main>
    </div>
  )
}
