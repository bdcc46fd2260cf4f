import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OperationResponse } from '#contract/http/operations'
import type { EventType, OperationType } from '#domain/operation/steps'
import { newEventId } from '../../lib/event-id.ts'
import { fixOrNone } from '../../lib/geolocation.ts'
import { HttpError } from '../../lib/http.ts'
import { operationText as text } from '../../text/operation.ts'
import { toast } from '../../ui/toast.ts'
import { applyEvent, conflictSentence, isOperation } from './model.ts'
import { ACTIVE_KEY, useRecordEvent, useStartOperation } from './queries.ts'

/** Which button is at work. Set in the press itself, before anything is asked of the network or the satellites. */
export type Pressed = 'start' | 'step' | 'finish' | 'stop' | 'resume'

type WorkflowPress = Exclude<Pressed, 'start'>

const FAILURES: Readonly<Record<WorkflowPress, string>> = {
  step: text.stepFailed,
  finish: text.finishFailed,
  stop: text.stopFailed,
  resume: text.resumeFailed,
}

const SUCCESSES: Readonly<Record<WorkflowPress, { title: string; description?: string }>> = {
  step: { title: text.stepDoneToast },
  finish: { title: text.completedToast, description: text.completedToastHint },
  stop: { title: text.stopDone },
  resume: { title: text.resumed, description: text.resumedHint },
}

/** One toast at a time from this area: the newest says what counts. */
const TOAST_ID = 'operation'

export interface OperationActions {
  pressed: Pressed | null
  start(containerNumber: string, operationType: OperationType): Promise<boolean>
  record(operation: OperationResponse, eventType: EventType, press: WorkflowPress): Promise<void>
  /** Forgets what is cached of the operation, and asks again: the start form comes back. */
  startOver(): void
}

export function useOperationActions(userId: number): OperationActions {
  const client = useQueryClient()
  const startOperation = useStartOperation()
  const recordEvent = useRecordEvent()
  const [pressed, setPressed] = useState<Pressed | null>(null)
  // State is a render late: two taps within one frame would both find it empty.
  const busy = useRef(false)

  /** Runs one press at a time; a second one while it is at work does nothing. */
  async function once(press: Pressed, work: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setPressed(press)
    try {
      await work()
    } finally {
      busy.current = false
      setPressed(null)
    }
  }

  /** Shows `operation` (null: none) at once, then asks the server. Polls that are under way are older: they are dropped. */
  async function show(operation: OperationResponse | null): Promise<void> {
    await client.cancelQueries({ queryKey: ACTIVE_KEY })
    client.setQueryData(ACTIVE_KEY, operation)
    void client.invalidateQueries({ queryKey: ACTIVE_KEY })
  }

  async function start(containerNumber: string, operationType: OperationType): Promise<boolean> {
    let started = false
    await once('start', async () => {
      const eventId = newEventId()
      try {
        const fix = await fixOrNone()
        const { warnings: _, ...operation } = await startOperation.mutateAsync({
          containerId: containerNumber,
          operationType,
          eventId,
          ...(fix ?? { coordinates: null }),
        })
        started = true
        await show(operation)
        toast({ id: TOAST_ID, title: text.started, description: text.startedHint })
      } catch (error) {
        // 409: it is active already, here or on another phone; the next answer shows which.
        if (error instanceof HttpError && error.status === 409)
          void client.invalidateQueries({ queryKey: ACTIVE_KEY })
        toast({
          id: TOAST_ID,
          title: text.errorTitle,
          description: startFailure(error),
          variant: 'destructive',
        })
      }
    })
    return started
  }

  function record(operation: OperationResponse, eventType: EventType, press: WorkflowPress): Promise<void> {
    return once(press, async () => {
      const eventId = newEventId()
      try {
        const fix = await fixOrNone()
        const event = await recordEvent.mutateAsync({
          userId,
          containerId: operation.containerId,
          operationType: operation.operationType,
          eventType,
          eventId,
          ...(fix ?? { coordinates: null }),
        })
        const after = applyEvent(operation, event)
        await show(after.isActive ? after : null)
        toast({ id: TOAST_ID, ...SUCCESSES[press] })
      } catch (error) {
        const truth = error instanceof HttpError && error.status === 409 ? error.body.operation : undefined
        if (isOperation(truth)) {
          await show(truth.isActive ? truth : null)
          toast({ id: TOAST_ID, title: text.conflictTitle, description: conflictSentence(eventType, truth) })
        } else {
          void client.invalidateQueries({ queryKey: ACTIVE_KEY })
          toast({
            id: TOAST_ID,
            title: text.errorTitle,
            description: FAILURES[press],
            variant: 'destructive',
          })
        }
      }
    })
  }

  return { pressed, start, record, startOver: () => void show(null) }
}

function startFailure(error: unknown): string {
  if (!(error instanceof HttpError)) return text.startFailed
  const said = error.body.message || error.body.error
  return said || text.startFailedUnknown
}
