import { useQuery } from '@tanstack/react-query'
import { calibrationQuery } from '../../../../api/forecasts.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { eventLabel } from '../../../../text/labels.ts'
import { LOCALE } from '../../../../text/page.ts'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { FigurePanel, FigureTable } from './panel.tsx'
import classes from './panels.module.css'

const COLUMNS = [
  { label: text.announced },
  { label: text.byEarly, hint: text.byEarlyHint },
  { label: text.byLate, hint: text.byLateHint },
  { label: text.withoutForecast },
]

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`

/** Of what was announced in a month, how much came in time. It is about all operations: no filter changes a forecast. */
export function Calibration({ month }: { month: string }) {
  const query = useQuery(calibrationQuery(month))
  return (
    <FigurePanel title={text.calibrationTitle} counts={text.calibrationCounts}>
      {query.data === undefined ? (
        query.isError ? (
          <LoadFailure title={text.calibrationFailed} query={query} />
        ) : (
          <div role="status" aria-label={text.calibrationTitle}>
            <Bone />
            <Bone />
            <Bone />
          </div>
        )
      ) : query.data.steps.length === 0 ? (
        <p className={classes.hint}>{text.calibrationEmpty}</p>
      ) : (
        <FigureTable title={text.calibrationTitle} name={text.expectedStep} columns={COLUMNS}>
          {query.data.steps.map(({ step, announced, byEarly, byLate, unknown }) => (
            <tr key={step}>
              <td>{eventLabel(step)}</td>
              <td className={classes.number}>{announced.toLocaleString(LOCALE)}</td>
              <td className={classes.number}>{share(byEarly, announced)}</td>
              <td className={classes.number}>{share(byLate, announced)}</td>
              <td className={classes.number}>{unknown.toLocaleString(LOCALE)}</td>
            </tr>
          ))}
        </FigureTable>
      )}
    </FigurePanel>
  )
}
