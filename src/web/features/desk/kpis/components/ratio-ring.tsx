import { percentText } from '#domain/kpi/texts'
import type { ActivityKind } from '#domain/operation/steps'
import { formatDurationMinutes } from '#domain/time/duration'
import { kpisText as text } from '../../../../text/desk.ts'
import { phaseStyle } from '../../../../ui/haulage/phase.tsx'
import { TIME_COLOURS } from '../../../../ui/haulage/time-kind.ts'
import { FigureButton } from './panel.tsx'
import classes from './panels.module.css'

const RADIUS = 42
const ROUND = 2 * Math.PI * RADIUS

/** Shares of the closed time; the legend repeats the ring's colours in words. */
export function RatioRing({
  percent,
  parts,
  onOpen,
}: {
  percent: number
  parts: readonly { kind: ActivityKind; seconds: number }[]
  onOpen: (kind: ActivityKind) => void
}) {
  const total = parts.reduce((sum, { seconds }) => sum + seconds, 0)
  let before = 0
  return (
    <div className={classes.ring}>
      <svg viewBox="0 0 100 100" role="img" aria-label={`${text.ratioTitle}: ${percentText(percent)}`}>
        <circle cx="50" cy="50" r={RADIUS} className={classes.track} />
        {total > 0 &&
          parts.map(({ kind, seconds }) => {
            const length = (seconds / total) * ROUND
            const offset = -before
            before += length
            return (
              <circle
                key={kind}
                cx="50"
                cy="50"
                r={RADIUS}
                className={classes.arc}
                style={phaseStyle(TIME_COLOURS[kind])}
                strokeDasharray={`${length} ${ROUND - length}`}
                strokeDashoffset={offset}
                transform="rotate(-90 50 50)"
              />
            )
          })}
        <text x="50" y="51" textAnchor="middle" dominantBaseline="middle" className={classes.ringText}>
          {percentText(percent)}
        </text>
      </svg>
      <ul className={classes.legend}>
        {parts.map(({ kind, seconds }) => (
          <li key={kind}>
            <i style={phaseStyle(TIME_COLOURS[kind])} aria-hidden="true" />
            <span>{text[kind]}</span>
            <FigureButton
              figure={formatDurationMinutes(seconds)}
              of={text.openRow(text[kind])}
              onOpen={() => onOpen(kind)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
