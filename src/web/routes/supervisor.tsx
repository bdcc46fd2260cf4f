import { useQueryClient } from '@tanstack/react-query'
import { BellRing, ChartColumn, Hourglass, MapPinned, ScrollText, UsersRound } from 'lucide-react'
import { useEffect } from 'react'
import type { UserResponse } from '#contract/http/people/accounts'
import { alertsPath } from '../api/desk/alerts.ts'
import type { CorrectionTarget } from '../api/desk/corrections.ts'
import { deskHearer } from '../api/desk/desk-live.ts'
import { detentionPath } from '../api/desk/detention.ts'
import { eventsKey } from '../api/desk/events.ts'
import type { PackTarget } from '../api/desk/evidence.ts'
import { openKeptDesk } from '../api/desk/kept-desk.ts'
import { kpisPath } from '../api/desk/kpis.ts'
import { useLiveConnection } from '../api/live.ts'
import { operatorsPath } from '../api/people/operators.ts'
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
import { loadWords } from '../text/load-words.ts'
import { sessionText } from '../text/page.ts'
import { useFetchAhead } from '../ui/loading/fetch-ahead.ts'
import { later } from '../ui/loading/later.tsx'
import { PanelSkeleton } from '../ui/loading/panel-skeleton.tsx'
import { part } from '../ui/loading/part.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

/** Each tab is a chunk. The words of one that has its own come first: a module whose words fail is broken for good. */
const Places = part(() =>
  loadWords('places').then(() =>
    import('../features/desk/places/components/places-panel.tsx').then(({ PlacesPanel }) => PlacesPanel),
  ),
)
const Kpis = part(() => import('../features/desk/kpis/kpis-panel.tsx').then(({ KpisPanel }) => KpisPanel))
const Detention = part(() =>
  import('../features/desk/detention/components/detention-panel.tsx').then(
    ({ DetentionPanel }) => DetentionPanel,
  ),
)
const History = part(() =>
  import('../features/desk/history/components/history-panel.tsx').then(({ HistoryPanel }) => HistoryPanel),
)
const Operators = part(() =>
  import('../features/desk/operators/components/operators-panel.tsx').then(
    ({ OperatorsPanel }) => OperatorsPanel,
  ),
)
const Alerts = part(() =>
  loadWords('alerts').then(() =>
    import('../features/desk/alerts/components/alerts-panel.tsx').then(({ AlertsPanel }) => AlertsPanel),
  ),
)
const CorrectionDialog = part(() =>
  import('../features/desk/corrections/components/correction-dialog.tsx').then(
    ({ CorrectionDialog }) => CorrectionDialog,
  ),
)
const PackDialog = part(() =>
  import('../features/desk/evidence/components/pack-dialog.tsx').then(({ PackDialog }) => PackDialog),
)
const DeskNotice = later(() =>
  import('../features/people/account/components/desk-notice.tsx').then(({ DeskNotice }) => DeskNotice),
)

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
    content: <Alerts meanwhile={<PanelSkeleton />} />,
    source: { path: alertsPath, live: true },
  },
  {
    key: 'kpis',
    label: deskText.kpisTab,
    Icon: ChartColumn,
    feature: 'kpiVisibility',
    content: <Kpis meanwhile={<PanelSkeleton />} />,
    source: { path: kpisPath, live: false },
  },
  {
    key: 'detention',
    label: deskText.detentionTab,
    Icon: Hourglass,
    feature: 'kpiVisibility',
    content: <Detention onPack={packing.set} meanwhile={<PanelSkeleton />} />,
    source: { path: detentionPath, live: false },
  },
  {
    key: 'logs',
    label: deskText.logsTab,
    Icon: ScrollText,
    feature: 'operationLogs',
    content: <History onCorrect={correcting.set} onPack={packing.set} meanwhile={<PanelSkeleton />} />,
    source: { path: eventsKey()[0], live: true },
  },
  {
    key: 'places',
    label: deskText.placesTab,
    Icon: MapPinned,
    feature: 'realTimeInfo',
    content: <Places meanwhile={<PanelSkeleton />} />,
    source: { path: placesPath, live: false },
  },
  {
    key: 'operators',
    label: deskText.operatorsTab,
    Icon: UsersRound,
    feature: null,
    content: <Operators meanwhile={<PanelSkeleton />} />,
    source: { path: operatorsPath, live: false },
  },
]

const stopCorrecting = () => correcting.set(null)
const stopPacking = () => packing.set(null)

export default function SupervisorRoute() {
  const client = useQueryClient()
  return (
    <RouteGuard only="supervisor" openKept={() => openKeptDesk(client, Date.now())}>
      {(user) => <SupervisorArea user={user} />}
    </RouteGuard>
  )
}

function SupervisorArea({ user }: { user: UserResponse }) {
  useLiveConnection(user, deskHearer)
  const logout = useLogout()
  const target = useStore(correcting)
  const pack = useStore(packing)
  useEffect(
    () => () => {
      stopCorrecting()
      stopPacking()
    },
    [],
  )
  useFetchAhead()
  return (
    <>
      <PageTitle>{sessionText.roleSupervisor}</PageTitle>
      <SupervisorDesk
        name={user.displayName}
        onLogout={() => logout.mutate()}
        loggingOut={logout.isPending}
        sections={SECTIONS}
        notice={
          (user.passwordGiven || (user.email !== null && !user.emailConfirmed)) && <DeskNotice user={user} />
        }
        onCorrect={correcting.set}
        onPack={packing.set}
      />
      {target && <CorrectionDialog target={target} onClose={stopCorrecting} onFailed={stopCorrecting} />}
      {pack && <PackDialog target={pack} onClose={stopPacking} onFailed={stopPacking} />}
      <PremiumDialog userId={user.id} />
      <IdleScreen user={user} />
    </>
  )
}
