import { useEffect, useRef, useState } from 'react'
import { RETRACTION_MS } from '#domain/operation/retraction'
import { isStart, type Outbox, refused, waiting } from '#domain/outbox/entry'
import { type LocalOperation, standing } from '#domain/outbox/standing'
import { fetchOperationRecord } from '../../../api/operation-record.ts'
import { notKept } from '../../../lib/app-update.ts'
import { useStore } from '../../../lib/store.ts'
import { shownOffset } from '../../../lib/time/server-clock.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { operationText as text } from '../../../text/driver.ts'
import { eventLabel } from '../../../text/labels.ts'
import { Bone } from '../../../ui/loading/bone.tsx'
import { later } from '../../../ui/loading/later.tsx'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import { OperatorSkeleton } from './components/operator-skeleton.tsx'
import { RefusedSteps } from './components/refused-steps.tsx'
import { StatusLine } from './components/status-line.tsx'
import { Workflow } from './components/workflow.tsx'
import { notice, say } from './notice.ts'
import { useOutbox } from './outbox/use-outbox.ts'
import { keepWarm } from './position/warm-fix.ts'
import { useOperationEvents, useServerTruth } from './queries.ts'
import { StartForm } from './start/start-form.tsx'
import { type OperationActions, useOperationActions } from './use-operation-actions.ts'

const OperationLog = later(() => import('./log/operation-log.tsx').then((part) => part.OperationLog))

export interface OperatorAreaProps {
  user: { id: number; username: string }
  /** False: the server knows no session. What is pressed is kept until the driver signs in again. */
  signedIn: boolean
}

/** The operator's one task at a time: start an operation, or move the active one forward. */
export function OperatorArea({ user, signedIn }: OperatorAreaProps) {
  const { outbox, view } = useOutbox(user.id)
  const truth = useServerTruth(outbox, user.id, signedIn)
  const actions = useOperationActions(outbox)
  const online = useOnline()
  const { box, sender } = view
  const [opened] = useState(Date.now)
  const [read, setRead] = useState<string | null>(null)
  const newest = box?.entries.at(-1)
  // After a reload only the number field is wanted, unless the end can still be undone.
  const justEnded = newest?.eventType === 'end_trip' && newest.status !== 'refused' && !newest.undo
  const end =
    justEnded && newest.pressedAt > opened - RETRACTION_MS && newest.eventId !== read ? newest : null
  const current = box === null ? null : standing(box, shownOffset())
  const known = box !== null && (box.asked || waiting(box).length > 0)
  const operation = useHeld(current, actions)
  // Prefetched: when the log is opened there may be no network.
  const events = useOperationEvents(outbox, operation?.key ?? null, box?.known?.version ?? 0)
  useEndedElsewhere(known ? current : undefined, box, actions.pressed !== null)
  useTakenBack(box)
  useWarmPosition(current !== null)
  useLogAtHand(operation !== null)

  // The session ended during a delivery: asks again who is signed in.
  const signedOut = sender === 'signed_out' && signedIn
  const { refetch } = truth
  useEffect(() => {
    if (signedOut) void refetch()
  }, [signedOut, refetch])

  if (box === null) return <OperatorSkeleton />
  // The notice tells a refused start; see `useNotice`.
  const refusals = refused(box).filter((entry) => !isStart(entry) || entry.eventId !== actions.told?.eventId)
  const head = (
    <>
      <StatusLine view={view} unsent={waiting(box).length} refusals={refusals.length} signedIn={signedIn} />
      <RefusedSteps entries={refusals} onDismiss={() => void outbox.dismiss(refusals)} />
    </>
  )
  if (!known) {
    return (
      <>
        {head}
        {truth.isError || !online ? (
          <LoadFailure title={text.loadFailed} query={truth} />
        ) : (
          <OperatorSkeleton />
        )}
      </>
    )
  }
  return (
    <>
      {head}
      {operation === null ? (
        <StartForm
          box={box}
          actions={actions}
          refused={refused(box).findLast(isStart)}
          end={end}
          onAnother={() => setRead(end?.eventId ?? null)}
        />
      ) : (
        <Workflow
          key={operation.id}
          operation={operation}
          box={box}
          actions={actions}
          stale={truth.isError || !signedIn}
          log={
            <OperationLog
              operation={operation}
              entries={box.entries}
              events={events}
              username={user.username}
              mayBeForgotten={view.mayBeForgotten && waiting(box).length > 0}
              meanwhile={<Bone height={240} />}
            />
          }
        />
      )}
    </>
  )
}

/** Delays a change of screen until the press has settled, so that a second tap hits no other button. */
function useHeld(current: LocalOperation | null, { pressed }: OperationActions): LocalOperation | null {
  const before = useRef(current)
  if (pressed !== 'start' && pressed !== 'finish') before.current = current
  return before.current
}

/**
 * The log may be opened without a network: it is fetched at the first touch, and with the operation where the device
 * caches nothing. Elsewhere the service worker has it, and the first view is there sooner.
 */
function useLogAtHand(underWay: boolean): void {
  const needed = useStore(notKept) && underWay
  useEffect(() => {
    if (needed) return void OperationLog.load()
    const touched = new AbortController()
    for (const touch of ['pointerdown', 'keydown'])
      window.addEventListener(touch, OperationLog.load, { once: true, signal: touched.signal })
    return () => touched.abort()
  }, [needed])
}

/** Without an operation only if permission was granted before: nothing is asked at the start. */
function useWarmPosition(underWay: boolean): void {
  useEffect(() => {
    if (underWay) return keepWarm()
    let stop: (() => void) | null = null
    let gone = false
    navigator.permissions
      ?.query({ name: 'geolocation' })
      .then(({ state }) => {
        if (state === 'granted' && !gone) stop = keepWarm()
      })
      .catch(() => undefined)
    return () => {
      gone = true
      stop?.()
    }
  }, [underWay])
}

/**
 * Says that another device ended the operation, or the supervisor cancelled it, until there is another one. `current`
 * null: none; undefined: unknown.
 */
function useEndedElsewhere(
  current: LocalOperation | null | undefined,
  box: Outbox | null,
  ownPress: boolean,
): void {
  const had = useRef<LocalOperation | null>(null)
  const pressedSince = useRef(false)
  const without = useRef(new AbortController())
  useEffect(() => {
    if (ownPress) pressedSince.current = true
    if (current === undefined) return
    if (current !== null && had.current === null) {
      without.current.abort()
      without.current = new AbortController()
    }
    const gone = current === null ? had.current : null
    // It never began, or its end was not taken back: the list of refused steps says so.
    const told = box !== null && refused(box).some(({ localOperationId }) => localOperationId === gone?.id)
    if (gone !== null && !told && !pressedSince.current) void sayEnded(gone.key, without.current.signal)
    had.current = current
    if (!ownPress) pressedSince.current = false
  }, [current, box, ownPress])
}

/** `without` is aborted once there is another operation. */
async function sayEnded(key: string | null, without: AbortSignal): Promise<void> {
  const signal = AbortSignal.timeout(5000)
  const events = key === null ? [] : await fetchOperationRecord(key, signal).catch(() => [])
  if (without.aborted) return
  const cancelled = Array.isArray(events) && events.some((event) => event.cancelled)
  say({
    tone: 'told',
    ...(cancelled
      ? { title: text.cancelledBySupervisor, description: text.cancelledHint }
      : { title: text.endedElsewhere, description: text.endedElsewhereHint }),
  })
  const told = notice.get()
  without.addEventListener('abort', () => {
    if (notice.get() === told) notice.set(null)
  })
}

/** Says that the supervisor took back the newest event: nothing else leads to an earlier state. */
function useTakenBack(box: Outbox | null): void {
  const before = useRef<Outbox | null>(null)
  useEffect(() => {
    const had = before.current?.known
    const ownUndo = before.current?.entries.some(({ undo }) => undo)
    before.current = box
    const known = box?.known
    if (!known || had?.key !== known.key || known.version <= had.version || ownUndo) return
    if (known.newestEventType !== had.newestEventType && known.newestEventAt <= had.newestEventAt) {
      const title = text.takenBack(eventLabel(had.newestEventType))
      say({ title, description: text.takenBackHint, tone: 'told' })
    }
  }, [box])
}
