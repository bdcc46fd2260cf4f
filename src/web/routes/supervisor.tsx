import { BellRing, ChartColumn, Hourglass, MapPinned, ScrollText, UsersRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { UserResponse } from '#contract/http/accounts'
import { alertsPath } from '../api/alerts.ts'
import type { CorrectionTarget } from '../api/corrections.ts'
import { detentionPath } from '../api/detention.ts'
import { eventsKey } from '../api/events.ts'
import type { PackTarget } from '../api/evidence.ts'
import { kpisPath } from '../api/kpis.ts'
import { useLiveConnection } from '../api/live.ts'
import { operatorsPath } from '../api/operators.ts'
import { placesPath } from '../api/places.ts'
import { PremiumDialog } from '../features/console/premium/components/premium-dialog.tsx'
import { AlertCount } from '../features/desk/alerts/components/alert-count.tsx'
import {
  type DeskSection,
  SupervisorDesk,
} from '../features/desk/live-operations/components/supervisor-desk.tsx'
import { IdleScreen } from '../features/people/accounts/components/idle-screen.tsx'
import { RouteGuard } from '../features/people/accounts/components/route-guard.tsx'
import { useLogout } from '../features/people/accounts/session.ts'
import { createStore, useStore } from '../lib/store.ts'
import { deskText } from '../text/desk.ts'
import { accountsText } from '../text/page.ts'
import { PanelSkeleton } from '../ui/loading/panel-skeleton.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

/** Each tab is a chunk, loaded when it is opened. */
const Places = lazy(async () => ({
  default: (await import('../features/desk/places/components/places-panel.tsx')).PlacesPanel,
}))
const Kpis = lazy(async () => ({
  default: (await import('../features/desk/kpis/kpis-panel.tsx')).KpisPanel,
}))
const Detention = lazy(async () => ({
  default: (await import('../features/desk/detention/components/detention-panel.tsx')).DetentionPanel,
}))
const History = lazy(async () => ({
  default: (await import('../features/desk/history/components/history-panel.tsx')).HistoryPanel,
}))
const Operators = lazy(async () => ({
  default: (await import('../features/desk/operators/components/operators-panel.tsx')).OperatorsPanel,
}))
const Alerts = lazy(async () => ({
  default: (await import('../features/desk/alerts/components/alerts-panel.tsx')).AlertsPanel,
}))
const DeskNotice = lazy(async () => ({
  default: (await import('../features/people/account/components/desk-notice.tsx')).DeskNotice,
}))
const CorrectionDialog = lazy(async () => ({
  default: (await import('../features/desk/corrections/components/correction-dialog.tsx')).CorrectionDialog,
}))

const PackDialog = lazy(async () => ({
  default: (await import('../features/desk/evidence/components/pack-dialog.tsx')).PackDialog,
}))

/** What is being corrected: cards and logs open the same dialog. */
const correcting = createStore<CorrectionTarget | null>(null)
/** The evidence pack that is open: month, drawer and logs open the same dialog. */
const packing = createStore<PackTarget | null>(null)

const SECTIONS: readonly DeskSection[] = [
  {
    key: 'alerts',
    label: deskText.alertsTab,
    Icon: BellRing,
    badge: <AlertCount />,
    feature: 'realTimeInfo',
    content: tab(<Alerts />),
    source: { path: alertsPath, live: true },
  },
  {
    key: 'kpis',
    label: deskText.kpisTab,
    Icon: ChartColumn,
    feature: 'kpiVisibility',
    content: tab(<Kpis />),
    source: { path: kpisPath, live: false },
  },
  {
    key: 'detention',
    label: deskText.detentionTab,
    Icon: Hourglass,
    feature: 'kpiVisibility',
    content: tab(<Detention onPack={packing.set} />),
    source: { path: detentionPath, live: false },
  },
  {
    key: 'logs',
    label: deskText.logsTab,
    Icon: ScrollText,
    feature: 'operationLogs',
    content: tab(<History onCorrect={correcting.set} onPack={packing.set} />),
    source: { path: eventsKey()[0], live: true },
  },
  {
    key: 'places',
    label: deskText.placesTab,
    Icon: MapPinned,
    feature: 'realTimeInfo',
    content: tab(<Places />),
    source: { path: placesPath, live: false },
  },
  {
    key: 'operators',
    label: deskText.operatorsTab,
    Icon: UsersRound,
    feature: null,
    content: tab(<Operators />),
    source: { path: operatorsPath, live: false },
  },
]

function tab(content: ReactNode): ReactNode {
  return <Suspense fallback={<PanelSkeleton />}>{content}</Suspense>
}

export default function SupervisorRoute() {
  return <RouteGuard only="supervisor">{(user) => <SupervisorArea user={user} />}</RouteGuard>
}

function SupervisorArea({ user }: { user: UserResponse }) {
  useLiveConnection(user)
  const logout = useLogout()
  const target = useStore(correcting)
  const pack = useStore(packing)
  useEffect(
    () => () => {
      correcting.set(null)
      packing.set(null)
    },
    [],
  )
  return (
    <>
      <PageTitle>{accountsText.roleSupervisor}</PageTitle>
      <SupervisorDesk
        name={user.displayName}
        onLogout={() => logout.mutate()}
        loggingOut={logout.isPending}
        sections={SECTIONS}
        notice={
          (user.passwordGiven || (user.email !== null && !user.emailConfirmed)) && (
            <Suspense>
              <DeskNotice user={user} />
            </Suspense>
          )
        }
        onCorrect={correcting.set}
        onPack={packing.set}
      />
      {target && (
        <Suspense>
          <CorrectionDialog target={target} onClose={() => correcting.set(null)} />
        </Suspense>
      )}
      {pack && (
        <Suspense>
          <PackDialog target={pack} onClose={() => packing.set(null)} />
        </Suspense>
      )}
      <PremiumDialog userId={user.id} />
      <IdleScreen user={user} />
    </>
  )
}
