import { useRef, useState } from 'react'
import type { EventType, OperationType } from '#domain/operation/steps'
import { isStart, refused } from '#domain/outbox/entry'
import { pressEvent, pressStart } from '#domain/outbox/press'
import { operationText as text } from '../../text/operation.ts'
import { outboxText } from '../../text/outbox.ts'
import type { PressOutcome } from './outbox/direct-press.ts'
import type { DriverOutbox } from './outbox/outbox.ts'
import { sayPress, startFailure } from './outbox/press-toasts.ts'
import type { SenderState } from './outbox/sender.ts'
import { goesOut } from './outbox/sender.ts'
import { type Verdict, verdictOn } from './outbox/verdict.ts'

/** Which button is busy. Set before anything is written or sent. */
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

/** For presses that are not stored: nothing about them comes later. */
const UNSTORED = 'press'

/** How long the button keeps its label after a press, so that a double tap does not press the next step. */
const SETTLE_MS = 600

type Stored = Extract<PressOutcome, { kind: 'saved' | 'sent' }>

const idOf = (outcome: Stored): string => (outcome.kind === 'saved' ? outcome.eventId : UNSTORED)

export type OperationActions = ReturnType<typeof useOperationActions>

export function useOperationActions(outbox: DriverOutbox) {
  const [pressed, setPressed] = useState<Pressed | null>(null)
  // A ref, because state is a render late: two taps in one frame would both pass.
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

  /** Resolves with false when the operation was not started. What was typed must then stay. */
  async function start(containerNumber: string, operationType: OperationType): Promise<boolean> {
    let started = false
    await once('start', async () => {
      const { sender, box: before } = outbox.view.get()
      const outcome = await attempt((box, moment) =>
        pressStart(box, moment, { containerNumber, operationType }),
      )
      if (outcome.kind === 'failed') fail(startFailure(outcome.sentence))
      if (outcome.kind !== 'saved' && outcome.kind !== 'sent') return
      // This press is the retry of an earlier start that the driver has seen refused.
      for (const entry of before === null ? [] : refused(before)) {
        if (isStart(entry) && entry.containerNumber === containerNumber)
          void outbox.dismiss(entry.eventId).catch(() => undefined)
      }
      const verdict = await heard(outcome, sender)
      // `useRefusals` says so.
      if (verdict === 'refused') return
      started = true
      const description = verdict === 'recorded' ? text.startedHint : outboxText.savedHere
      sayPress(idOf(outcome), { title: text.started, description })
    })
    return started
  }

  /** Online only the server's answer counts. `sender`: its state before the press. */
  async function heard(outcome: Stored, sender: SenderState): Promise<Verdict> {
    if (outcome.kind === 'sent') return 'recorded'
    return goesOut(sender, navigator.onLine) ? verdictOn(outcome.eventId, outbox.view) : 'open'
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
    sayPress(UNSTORED, { title: text.errorTitle, description, variant: 'destructive' })

  /** `localOperationId`: the operation that the screen shows. */
  function record(localOperationId: string, eventType: EventType, press: WorkflowPress): Promise<void> {
    return once(press, async () => {
      // Read before the press, which itself sets it to 'sending'.
      const { sender } = outbox.view.get()
      const outcome = await attempt((box, moment) => pressEvent(box, moment, { localOperationId, eventType }))
      if (outcome.kind === 'failed') fail(FAILURES[press])
      if (outcome.kind !== 'saved' && outcome.kind !== 'sent') return
      const here =
        outcome.kind === 'saved' && !goesOut(sender, navigator.onLine)
          ? { description: outboxText.savedHere }
          : {}
      sayPress(idOf(outcome), { ...SUCCESSES[press], ...here })
    })
  }

  return { pressed, start, record }
}
