import { WifiOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { HttpError } from '../../../lib/http.ts'
import { formatTime } from '../../../lib/time/date-time.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { trackingText as text } from '../../../text/tracking.ts'
import { groupedText } from '../../../ui/haulage/container-number-text.ts'
import { StaleStrip } from '../../../ui/loading/stale-strip.tsx'
import { LanguageSwitch } from '../../../ui/page/language-switch.tsx'
import { Mark } from '../../../ui/page/mark.tsx'
import { PageTitle } from '../../../ui/page/page-title.tsx'
import { panelId, TabList, tabId } from '../../../ui/panel/tab-list.tsx'
import { trackerSteps } from '../model.ts'
import { useTrackedContainer } from '../queries.ts'
import { CurrentState } from './current-state.tsx'
import { EventHistory } from './event-history.tsx'
import classes from './tracking.module.css'
import { TrackingFailure } from './tracking-failure.tsx'
import { TrackingSkeleton } from './tracking-skeleton.tsx'

const VIEWS = [
  { key: 'current', label: text.current },
  { key: 'history', label: text.history },
] as const

/** The public page of one container. `reference`: operation key or bare container number; '' when none was given. */
export function TrackingScreen({ reference }: { reference: string }) {
  const { container, events } = useTrackedContainer(reference)
  const [view, setView] = useState<'current' | 'history'>('current')

  if (reference === '') return <TrackingFailure title={text.noId} hint={text.noIdHint} />
  if (!container.data && container.isError) {
    const missing = container.error instanceof HttpError && [400, 404].includes(container.error.status)
    if (missing) return <TrackingFailure title={text.notFound} hint={text.notFoundHint} />
    return (
      <TrackingFailure
        title={text.loadFailed}
        hint={`${text.containerFailed}. ${text.tryAgainHint}`}
        query={container}
      />
    )
  }

  const number = container.data?.containerNumber
  const steps = container.data && trackerSteps(container.data, events.data ?? null)
  return (
    <Page>
      {/* Several tabs or bookmarks differ by the container's number. */}
      <PageTitle>{number ? `${groupedText(number)} · ${text.title}` : text.title}</PageTitle>
      <TabList
        label={text.tabs}
        className={classes.tabs}
        tabs={VIEWS}
        current={view}
        controls={container.data ? VIEWS.map(({ key }) => key) : []}
        onOpen={setView}
      />
      {container.data && steps ? (
        <>
          <OfflineNote failing={container.isError} updatedAt={container.dataUpdatedAt} />
          {VIEWS.map(({ key }) => (
            <div
              key={key}
              id={panelId(key)}
              role="tabpanel"
              aria-labelledby={tabId(key)}
              hidden={view !== key}
              className={classes.view}
            >
              {key === 'current' ? (
                <CurrentState container={container.data} steps={steps} />
              ) : (
                <EventHistory query={events} />
              )}
            </div>
          ))}
        </>
      ) : (
        <TrackingSkeleton />
      )}
    </Page>
  )
}

function Page({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Mark size={32} />
        <h1>{text.title}</h1>
      </header>
      <main className={classes.main}>{children}</main>
      <footer className={classes.footer}>
        <LanguageSwitch />
      </footer>
    </div>
  )
}

function OfflineNote({ failing, updatedAt }: { failing: boolean; updatedAt: number }) {
  const online = useOnline()
  if (online && !failing) return null
  return (
    <div className={classes.offline}>
      <StaleStrip Icon={WifiOff} role="status">
        {text.offline(formatTime(new Date(updatedAt).toISOString()))}
      </StaleStrip>
    </div>
  )
}
