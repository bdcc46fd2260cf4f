import { useState } from 'react'
import { Link } from 'wouter'
import { driverHearer } from '../api/driver/driver-live.ts'
import { useLive, useLiveConnection } from '../api/live.ts'
import type { Identity } from '../api/people/identity.ts'
import { ConfirmDialog } from '../features/driver/operation/dialogs/confirm-dialog.tsx'
import { OperatorArea } from '../features/driver/operation/operator-area.tsx'
import { forgetDriver, useUnsent } from '../features/driver/operation/outbox/use-outbox.ts'
import { KeptRouteGuard } from '../features/people/accounts/components/route-guard.tsx'
import { useLogout } from '../features/people/accounts/session.ts'
import { useOnline } from '../lib/use-online.ts'
import { operationText, outboxText } from '../text/driver.ts'
import { sessionText } from '../text/page.ts'
import { ConnectionBadge } from '../ui/haulage/connection-badge.tsx'
import { Header } from '../ui/page/header.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import classes from './operator.module.css'

export default function OperatorRoute() {
  return (
    <KeptRouteGuard only="operator" useUnsent={useUnsent}>
      {/* The key gives each driver a page without state of another. */}
      {(user, signedIn) => <OperatorPage key={user.id} user={user} signedIn={signedIn} />}
    </KeptRouteGuard>
  )
}

function OperatorPage({ user, signedIn }: { user: Identity; signedIn: boolean }) {
  const logout = useLogout()
  const online = useOnline()
  const unsent = useUnsent(user.id) ?? 0
  const [asks, setAsks] = useState(false)
  useLiveConnection(signedIn ? user : null, driverHearer)
  const live = useLive()
  const leave = () => {
    setAsks(false)
    // The mutation reports its failure.
    logout.mutateAsync().then(
      () => forgetDriver(user.id),
      () => undefined,
    )
  }
  return (
    <div className={classes.page}>
      <PageTitle>{sessionText.roleOperator}</PageTitle>
      <Header
        title={operationText.areaTitle}
        name={user.displayName}
        badges={<ConnectionBadge online={online ? live.online : false} />}
        onLogout={() => (unsent > 0 ? setAsks(true) : leave())}
        loggingOut={logout.isPending}
      />
      {user.passwordGiven && (
        <aside className={classes.reminder}>
          {operationText.givenPassword} <Link href="/own-password">{operationText.chooseOwn}</Link>
        </aside>
      )}
      <main className={classes.main}>
        <OperatorArea user={user} signedIn={signedIn} />
      </main>
      <ConfirmDialog
        opened={asks && unsent > 0}
        title={outboxText.logoutTitle(unsent)}
        question={outboxText.logoutHint(unsent)}
        cancel={outboxText.logoutStay}
        confirm={outboxText.logoutLeave}
        dangerous
        onClose={() => setAsks(false)}
        onConfirm={leave}
      />
    </div>
  )
}
