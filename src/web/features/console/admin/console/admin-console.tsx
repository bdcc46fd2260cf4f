import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import '../../../../styles/styles-form.ts'
import '../../../../styles/styles-tabs.ts'
import { Tabs } from '@mantine/core'
import {
  ChartColumn,
  ChevronRight,
  type LucideIcon,
  ServerCog,
  SlidersHorizontal,
  UsersRound,
} from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { adminText as text } from '../../../../text/console.ts'
import { PageLoading } from '../../../../ui/loading/page-loading.tsx'
import { PartLoading } from '../../../../ui/loading/part-loading.tsx'
import { Header } from '../../../../ui/page/header.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import { AdminLogin } from '../login/admin-login.tsx'
import { useAdminLogout, useAdminSession } from '../login/queries.ts'
import { MetricsPanel } from '../metrics/metrics-panel.tsx'
import { type Place, readPlace, type Tab, writePlace } from '../place.ts'
import { SettingsPanel } from '../settings/settings-panel.tsx'
import { FIRST_LISTS, type Lists } from '../users/lists.ts'
import { UsersPanel } from '../users/users-panel.tsx'
import classes from './console.module.css'

/** Lazy: it brings the calendar, which no other tab needs. */
const SystemPanel = lazy(async () => ({ default: (await import('../system/system-panel.tsx')).SystemPanel }))

const TABS: readonly { tab: Tab; label: string; Icon: LucideIcon }[] = [
  { tab: 'usuarios', label: text.usersTab, Icon: UsersRound },
  { tab: 'metricas', label: text.metricsTab, Icon: ChartColumn },
  { tab: 'configuracion', label: text.settingsTab, Icon: SlidersHorizontal },
  { tab: 'sistema', label: text.systemTab, Icon: ServerCog },
]

/** The administrator's area, with its own session and login. */
export function AdminConsole() {
  const { state, ended } = useAdminSession()
  if (state === 'checking') return <PageLoading />
  return state === 'login' ? <AdminLogin ended={ended} /> : <Console />
}

function Console() {
  const [place, go] = usePlace()
  const logout = useAdminLogout()
  const main = useHeadingFocus(place)
  const [lists, setLists] = useState(FIRST_LISTS)
  return (
    <div className={classes.console}>
      <Header
        title={text.title}
        name={text.name}
        badges={<LanguageSwitch />}
        hasAccount={false}
        onLogout={() => logout.mutate()}
        loggingOut={logout.isPending}
      />
      <Tabs value={place.tab} onChange={(tab) => go({ tab: (tab ?? 'usuarios') as Tab })} keepMounted={false}>
        <nav className={classes.bar}>
          <CurrentInSight tab={place.tab}>
            <Tabs.List aria-label={text.tabs} className={classes.tabs ?? ''}>
              {TABS.map(({ tab, label, Icon }) => (
                <Tabs.Tab
                  key={tab}
                  value={tab}
                  className={classes.tab ?? ''}
                  leftSection={<Icon size={18} />}
                >
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </CurrentInSight>
        </nav>
        <main ref={main} className={classes.main}>
          <Breadcrumb place={place} onGo={go} />
          <Tabs.Panel value={place.tab}>
            <Panel place={place} go={go} lists={lists} onLists={setLists} />
          </Tabs.Panel>
        </main>
      </Tabs>
    </div>
  )
}

/** Focuses the heading of the new place when the element that had the focus is gone. */
function useHeadingFocus({ tab, user }: Place) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(`${tab} ${user}`)
  useEffect(() => {
    const now = `${tab} ${user}`
    if (now === before.current) return
    before.current = now
    if (document.activeElement === document.body) main.current?.querySelector('h2')?.focus()
  }, [tab, user])
  return main
}

/** Scrolls the bar to the open tab: on a phone an address or 'back' may open one that is out of sight. */
function CurrentInSight({ tab, children }: { tab: Tab; children: React.ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the tab whose change moves the bar
  useEffect(() => {
    const bar = frame.current
    const current = bar?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!bar || !current) return
    const middle = current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2
    bar.scrollLeft = middle
  }, [tab])
  return (
    <div ref={frame} className={classes.scroller}>
      {children}
    </div>
  )
}

interface PanelProps {
  place: Place
  go: (to: Partial<Place>) => void
  lists: Lists
  onLists: (lists: Lists) => void
}

function Panel({ place, go, lists, onLists }: PanelProps) {
  switch (place.tab) {
    case 'usuarios':
      return (
        <UsersPanel
          lists={lists}
          onLists={onLists}
          onPermissions={(user) => go({ tab: 'configuracion', user })}
        />
      )
    case 'metricas':
      return <MetricsPanel place={place} onGo={go} />
    case 'configuracion':
      return <SettingsPanel user={place.user} onUsers={() => go({ tab: 'usuarios' })} />
    case 'sistema':
      return (
        <Suspense fallback={<PartLoading />}>
          <SystemPanel />
        </Suspense>
      )
  }
}

/** The place in the console, from the address. Each move is an entry of the browser's history. */
function usePlace(): [Place, (to: Partial<Place>) => void] {
  const [path, navigate] = useLocation()
  const place = readPlace(useSearch())
  const go = useCallback(
    (to: Partial<Place>) => {
      // The address at the moment of the click, not at the last render.
      const now = readPlace(window.location.search)
      // Another tab starts without the user of the previous one.
      const next = { ...now, ...(to.tab !== undefined && to.tab !== now.tab ? { user: null } : {}), ...to }
      const search = writePlace(next)
      if (search !== writePlace(now)) navigate(search === '' ? path : `${path}?${search}`)
    },
    [path, navigate],
  )
  return [place, go]
}

const NAMES: Readonly<Record<Tab, string>> = {
  usuarios: text.users,
  metricas: text.metrics,
  configuracion: text.settingsTab,
  sistema: text.system,
}

/** Administración > Usuarios/Permisos/Sistema/Métricas > Usuario #id. Permissions are those of a user, so they lead to the users. */
function Breadcrumb({ place, onGo }: { place: Place; onGo: (to: Partial<Place>) => void }) {
  const crumbs = [
    { label: text.root, go: () => onGo({ tab: 'usuarios' }) },
    place.tab === 'configuracion' && place.user !== null
      ? { label: text.permissions, go: () => onGo({ tab: 'usuarios' }) }
      : { label: NAMES[place.tab], go: () => onGo({ user: null }) },
    ...(place.user === null ? [] : [{ label: text.user(place.user), go: null }]),
  ]
  return (
    <nav aria-label={text.trail}>
      <ol className={classes.trail}>
        {crumbs.map(({ label, go }, index) => {
          const last = index === crumbs.length - 1
          return (
            <li key={label}>
              {index > 0 && <ChevronRight size={16} />}
              {last || go === null ? (
                <span aria-current="page">{label}</span>
              ) : (
                <button type="button" onClick={go}>
                  {label}
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
