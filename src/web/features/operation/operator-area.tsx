import { useEffect, useRef } from 'react'
import { isStart, type KnownOperation, type Outbox, refused, waiting } from '#domain/outbox/entry'
import { type LocalOperation, standing } from '#domain/outbox/standing'
import { fetchOperationEvents } from '../../api/events.ts'
import { shownOffset } from '../../lib/time/server-clock.ts'
import { useOnline } from '../../lib/use-online.ts'
import { eventLabel } from '../../text/labels.ts'
import { operationText as text } from '../../text/operation.ts'
import { LoadFailure } from '../../ui/loading/load-failure.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { OperatorSkeleton } from './components/operator-skeleton.tsx'
import { RefusedSteps } from './components/refused-steps.tsx'
import { StatusLine } from './components/status-line.tsx'
import { Workflow } from './components/workflow.tsx'
import { OperationLog } from './log/operation-log.tsx'
import { useRefusals } from './outbox/press-toasts.ts'
import { useOutbox } from './outbox/use-outbox.ts'
import { keepWarm } from './position/warm-fix.ts'
import { useOperationEvents, useServerTruth } from './queries.ts'
import { StartForm } from './start/start-form.tsx'
import { type OperationActions, useOperationActions } from './use-operation-actions.ts'

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
  const current = box === null ? null : standing(box, shownOffset())
  const known = box !== null && (box.asked || waiting(box).length > 0)
  const operation = useHeld(current, actions)
  // Prefetched: when the log is opened there may be no network.
  const events = useOperationEvents(outbox, operation?.key ?? null, box?.known?.version ?? 0)
  useRefusals(box)
  useEndedElsewhere(known ? current : undefined, box, actions.pressed !== null)
  useTakenBack(box?.known ?? null)
  useWarmPosition(current !== null)

  // The session ended during a delivery: asks again who is signed in.
  const signedOut = sender === 'signed_out' && signedIn
  const { refetch } = truth
  useEffect(() => {
    if (signedOut) void refetch()
  }, [signedOut, refetch])

  if (box === null) return <OperatorSkeleton />
  const head = (
    <>
      <StatusLine view={view} unsent={waiting(box).length} signedIn={signedIn} />
      <RefusedSteps box={box} onDismiss={(eventId) => void outbox.dismiss(eventId)} />
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
        <StartForm actions={actions} refused={refused(box).findLast(isStart)} />
      ) : (
        <Workflow
          key={operation.id}
          operation={operation}
          actions={actions}
          stale={truth.isError || !signedIn}
          log={
            <OperationLog
              operation={operation}
              entries={box.entries}
              events={events}
              username={user.username}
              mayBeForgotten={view.mayBeForgotten && waiting(box).length > 0}
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

/** Says that another device ended the operation, or the supervisor cancelled it. Null: none; undefined: unknown. */
function useEndedElsewhere(
  current: LocalOperation | null | undefined,
  box: Outbox | null,
  ownPress: boolean,
): void {
  const had = useRef<LocalOperation | null>(null)
  const pressedSince = useRef(false)
  useEffect(() => {
    if (ownPress) pressedSince.current = true
    if (current === undefined) return
    const gone = current === null ? had.current : null
    const neverBegan = box !== null && refused(box).some(({ eventId }) => eventId === gone?.id)
    if (gone !== null && !neverBegan && !pressedSince.current) void sayEnded(gone.key)
    had.current = current
    if (!ownPress) pressedSince.current = false
  }, [current, box, ownPress])
}

async function sayEnded(key: string | null): Promise<void> {
  const signal = AbortSignal.timeout(5000)
  const events = key === null ? [] : await fetchOperationEvents(key, signal).catch(() => [])
  const cancelled = Array.isArray(events) && events.some((event) => event.cancelled)
  toast(
    cancelled
      ? { title: text.cancelledBySupervisor, description: text.cancelledHint }
      : { title: text.endedElsewhere, description: text.endedElsewhereHint },
  )
}

/** Says that the supervisor took back the newest event: nothing else leads to an earlier state. */
function useTakenBack(known: KnownOperation | null): void {
  const before = useRef<KnownOperation | null>(null)
  useEffect(() => {
    const had = before.current
    before.current = known
    if (known === null || had?.key !== known.key || known.version <= had.version) return
    if (known.newestEventType !== had.newestEventType && known.newestEventAt <= had.newestEventAt) {
      toast({ title: text.takenBack(eventLabel(had.newestEventType)), description: text.takenBackHint })
    }
  }, [known])
}
