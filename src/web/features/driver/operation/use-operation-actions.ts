import { useRef, useState } from 'react'
import type { EventType, OperationType } from '#domain/operation/steps'
import { type Entry, isStart, refused } from '#domain/outbox/entry'
import { pressEvent, pressStart } from '#domain/outbox/press'
import { useStore } from '../../../lib/store.ts'
import { operationText as text } from '../../../text/driver.ts'
import { eventLabel } from '../../../text/labels.ts'
import { pressFailure, say, startFailure } from './notice.ts'
import type { PressOutcome } from './outbox/direct-press.ts'
import type { DriverOutbox } from './outbox/outbox.ts'
import type { SenderState } from './outbox/sender.ts'
import { goesOut } from './outbox/sender.ts'
import { type Verdict, verdictOn } from './outbox/verdict.ts'
import { useNotice } from './use-notice.ts'

/** Which button is busy. Set before anything is written or sent. */
export type Pressed = 'start' | 'step' | 'finish' | 'stop' | 'resume' | 'undo'

type WorkflowPress = Exclude<Pressed, 'start' | 'undo'>

const SUCCESSES: Readonly<Record<WorkflowPress, { title: string; description?: string }>> = {
  step: { title: text.stepDoneToast },
  finish: { title: text.completedToast, description: text.completedToastHint },
  stop: { title: text.stopDone },
  resume: { title: text.resumed, description: text.resumedHint },
}

/** How long the button keeps its label after a press. */
const SETTLE_MS = 600
/** After it has changed its label the button rests, 2 s after the press or later: a second tap records nothing. */
const REST_MS = 2000 - SETTLE_MS

type Made = Extract<PressOutcome, { eventId: string }>

export type OperationActions = ReturnType<typeof useOperationActions>

export function useOperationActions(outbox: DriverOutbox) {
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const [rests, setRests] = useState<Pressed | null>(null)
  const told = useNotice(outbox)
  const { durable, unread } = useStore(outbox.view)
  // A ref, because state is a render late: two taps in one frame would both pass.
  const busy = useRef(false)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** Runs one press at a time; a second one while it is at work does nothing. `work`: whether anything was recorded. */
  async function once(press: Pressed, work: () => Promise<boolean>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setPressed(press)
    const settled = new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    try {
      const recorded = await work()
      await settled
      if (!recorded) return
      clearTimeout(rest.current)
      setRests(press)
      rest.current = setTimeout(() => setRests(null), REST_MS)
    } finally {
      busy.current = false
      setPressed(null)
    }
  }

  /** Resolves with false when the operation was not started. What was typed must then stay. */
  async function start(
    containerNumber: string,
    operationType: OperationType,
    placeId: number | null,
  ): Promise<boolean> {
    let started = false
    await once('start', async () => {
      const { sender, box: before } = outbox.view.get()
      const outcome = await attempt((box, moment) =>
        pressStart(box, moment, { containerNumber, operationType, placeId }),
      )
      if (outcome.kind === 'failed') fail(startFailure(outcome.sentence))
      if (!('eventId' in outcome)) return false
      // This press is the retry of an earlier start that the driver has seen refused.
      const earlier = before === null ? [] : refused(before).filter(isStart)
      const repeated = earlier.filter((entry) => entry.containerNumber === containerNumber)
      void outbox.dismiss(repeated).catch(() => undefined)
      started = (await heard(outcome, sender)) !== 'refused'
      say({
        title: text.started,
        description: text.startedHint,
        hint: text.startMistake,
        tone: 'done',
        eventId: outcome.eventId,
      })
      return started
    })
    return started
  }

  /** Online only the server's answer counts. `sender`: its state before the press. */
  async function heard(outcome: Made, sender: SenderState): Promise<Verdict> {
    if (outcome.kind !== 'saved') return outcome.kind === 'sent' ? 'recorded' : 'refused'
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

  const fail = (description: string) => say({ title: text.errorTitle, description, tone: 'failed' })

  /** `localOperationId`: the operation that the screen shows; `suggested`: the driver took the phone's suggestion. */
  function record(
    localOperationId: string,
    eventType: EventType,
    press: WorkflowPress,
    suggested = false,
  ): Promise<void> {
    return once(press, async () => {
      const outcome = await attempt((box, moment) =>
        pressEvent(box, moment, { localOperationId, eventType, suggested }),
      )
      if (outcome.kind === 'failed') fail(pressFailure(eventType))
      if (!('eventId' in outcome)) return false
      say({ ...SUCCESSES[press], tone: 'done', eventId: outcome.eventId })
      return outcome.kind !== 'refused'
    })
  }

  /** Takes back the newest press; see `undoable`. */
  function undo({ eventId, eventType }: Entry): Promise<void> {
    return once('undo', async () => {
      const done = await outbox.undo(eventId).catch(() => null)
      if (done === null) fail(text.undoFailed)
      else if (done) say({ title: text.undone(eventLabel(eventType)), tone: 'told', eventId })
      else say({ title: text.undoTooLate, tone: 'told' })
      return done === true
    })
  }

  return {
    told,
    pressed,
    start,
    record,
    undo,
    /** The main button rests after each press. */
    resting: rests !== null,
    /** Only what is stored can be taken back; a second tap must not take back the press before. */
    canUndo: durable && !unread && pressed === null && rests !== 'undo',
  }
}
