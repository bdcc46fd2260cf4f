import { Check } from 'lucide-react'
import { formatDateTime } from '../../../lib/time/date-time.ts'
import { trackingText as text } from '../../../text/tracking.ts'
import { Pill } from '../../../ui/haulage/phase.tsx'
import { Spoken } from '../../../ui/panel/spoken.tsx'
import { progressPercent, type TrackerState, type TrackerStep } from '../model.ts'
import classes from './timeline.module.css'
import tracking from './tracking.module.css'

const WORDS: Readonly<Record<TrackerState, string>> = {
  done: text.done,
  next: text.isNext,
  pending: text.pending,
}

/** The nine places of the tracker as a vertical line, below the progress bar. */
export function Timeline({ steps }: { steps: readonly TrackerStep[] }) {
  const percent = progressPercent(steps)
  return (
    <section className={`${tracking.part} ${classes.timeline}`} aria-labelledby="timeline-heading">
      <h2 id="timeline-heading">{text.steps}</h2>
      <div
        className={classes.progress}
        role="progressbar"
        aria-label={text.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li
            key={step.label}
            data-state={step.state}
            aria-current={step.state === 'next' ? 'step' : undefined}
          >
            <span className={classes.dot} aria-hidden="true">
              {step.state === 'done' ? <Check size={16} strokeWidth={3} /> : index + 1}
            </span>
            <span className={classes.eventLabel}>{step.label}</span>
            {step.reachedAt !== null && (
              <time className={classes.stepTime} dateTime={step.reachedAt}>
                {formatDateTime(step.reachedAt)}
              </time>
            )}
            {step.state === 'next' ? (
              <Pill small phase="driving">
                {WORDS[step.state]}
              </Pill>
            ) : (
              <Spoken>{WORDS[step.state]}</Spoken>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
