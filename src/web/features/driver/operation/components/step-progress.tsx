import { Check, ChevronRight, MapPin } from 'lucide-react'
import type { OperationType, StepType } from '#domain/operation/steps'
import { operationText as text } from '../../../../text/driver.ts'
import { Spoken } from '../../../../ui/panel/spoken.tsx'
import { progressView, type StepState } from '../model.ts'
import classes from './step-progress.module.css'

const ICONS = { done: Check, current: MapPin, next: ChevronRight } as const
const WORDS: Readonly<Record<StepState, string>> = {
  done: text.stepDone,
  current: text.stepCurrent,
  next: text.stepNext,
}

/** 'Paso 4 de 8' and the stepper: a list on a phone, in a row on a wide screen. */
export function StepProgress({ operationType, step }: { operationType: OperationType; step: StepType }) {
  const { position, count, steps } = progressView(operationType, step)
  return (
    <section>
      <div className={classes.line}>
        <strong>{text.stepOf(position, count)}</strong>
        <progress className={classes.bar} value={position} max={count} aria-hidden="true" />
      </div>
      <ol className={classes.steps} aria-label={text.stepsLabel}>
        {steps.map(({ step: id, label, state }) => {
          const Icon = ICONS[state]
          return (
            <li
              key={id}
              className={classes.step}
              data-state={state}
              aria-current={state === 'current' ? 'step' : undefined}
            >
              <span className={classes.dot}>
                <Icon size={16} strokeWidth={3} />
              </span>
              <Spoken>{WORDS[state]} </Spoken>
              <span>{label}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
