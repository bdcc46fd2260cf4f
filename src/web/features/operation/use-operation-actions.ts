import { useRef, useState } from 'react'
import type { EventType, OperationType } from '#domain/operation/steps'
import { pressEvent, pressStart } from '#domain/outbox/press'
import { operationText as text } from '../../text/operation.ts'
import { outboxText } from '../../text/outbox.ts'
import { fromServer } from '../../text/wire.ts'
import { toast } from '../../ui/toast/toast.ts'
import type { PressOutcome } from './outbox/direct-press.ts'
import type { DriverOutbox } from './outbox/outbox.ts'
import { goesOut } from './status-line-model.ts'

/** Which button is at work. Set in the press itself, before anything is written or asked. */
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
export const TOAST_ID = 'operation'

/**
 * A press is written within milliseconds, and the button then says the next step. For so long it stays as it is, so that
 * the second tap of a hasty finger is not the next step's.
 */
const SETTLE_MS = 600

export interface OperationActions {
  pressed: Pressed | null
  start(containerNumber: string, operationType: OperationType): Promise<boolean>
  /** `localOperationId`: the operation that the screen shows. */
  record(localOperationId: string, eventType: EventType, press: WorkflowPress): Promise<void>
}

const startFailure = (sentence: string | null): string =>
  sentence === null ? text.startFailed : fromServer(sentence) || text.startFailedUnknown

export function useOperationActions(outbox: DriverOutbox): OperationActions {
  const [pressed, setPressed] = useState<Pressed | null>(null)
  // State is a render late: two taps within one frame would both find it empty.
  const busy = useRef(false)

  /** Runs one press at a time; a second one while it is at work does nothing. */
  async function once(press: Pressed, work: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setPressed(press)
    const settled = new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    try {
      await work()
      await settled
    } finally {
      busy.current = false
      setPressed(null)
    }
  }

  async function start(containerNumber: string, operationType: OperationType): Promise<boolean> {
    let started = false
    await once('start', async () => {
      const outcome = await attempt((box, moment) =>
        pressStart(box, moment, { containerNumber, operationType }),
      )
      started = outcome.kind === 'saved' || outcome.kind === 'sent'
      if (started) toast({ id: TOAST_ID, title: text.started, description: text.startedHint })
      else if (outcome.kind === 'failed') fail(startFailure(outcome.sentence))
    })
    return started
  }

  async function attempt(make: Parameters<DriverOutbox['press']>[0]): Promise<PressOutcome> {
    try {
      return await outbox.press(make)
    } catch (error) {
      console.error('El paso no se guardó', error)
      return { kind: 'failed', sentence: null }
    }
  }

  const fail = (description: string) =>
    toast({ id: TOAST_ID, title: text.errorTitle, description, variant: 'destructive' })

  function record(localOperationId: string, eventType: EventType, press: WorkflowPress): Promise<void> {
    return once(press, async () => {
      // Before the press: that itself makes the delivery try again, and 'sending' says nothing of what comes of it.
      const { sender } = outbox.view.get()
      const outcome = await attempt((box, moment) => pressEvent(box, moment, { localOperationId, eventType }))
      if (outcome.kind === 'failed') fail(FAILURES[press])
      if (outcome.kind !== 'saved' && outcome.kind !== 'sent') return
      // Where it is, when it is not on its way already: 'registrado' alone would promise too much.
      const here =
        outcome.kind === 'saved' && !goesOut(sender, navigator.onLine)
          ? { description: outboxText.savedHere }
          : {}
      toast({ id: TOAST_ID, ...SUCCESSES[press], ...here })
    })
  }

  return { pressed, start, record }
}
