import type { KpisResponse } from '#contract/http/desk/kpis'
import { PARK_TIMINGS, type ParkTimingName } from '#domain/kpi/park-timings'
import { percentText } from '#domain/kpi/texts'
import { UNPRODUCTIVE_ACTIVITIES } from '#domain/operation/steps'
import { formatDurationMinutes } from '#domain/time/duration'
import { kpisText as text } from '../../../../text/desk.ts'
import { LOCALE } from '../../../../text/page.ts'
import { phaseStyle } from '../../../../ui/haulage/phase.tsx'
import {
  type Behind,
  barWidth,
  behindActivity,
  behindDistance,
  behindExcluded,
  behindGps,
  behindKind,
  behindTiming,
  distanceText,
  exclusionWords,
  timingText,
} from '../cards.ts'
import { whatCounts } from '../what-counts.ts'
import { Excluded } from './kpi-cards.tsx'
import { FigureButton, FigurePanel, FigureTable, PanelFailed } from './panel.tsx'
import classes from './panels.module.css'
import { RatioRing } from './ratio-ring.tsx'

interface PanelProps {
  kpis: KpisResponse
  onOpen: (behind: Behind) => void
}

export function Panels(props: PanelProps) {
  return (
    <div className={classes.panels}>
      <Unproductive {...props} />
      <Park {...props} />
      <Distance {...props} />
      <Ratio {...props} />
    </div>
  )
}

function Unproductive({ kpis, onOpen }: PanelProps) {
  const { unproductive } = kpis
  if (unproductive === null) return <PanelFailed title={text.unproductiveTitle} />
  const share = percentText(unproductive.sharePercent)
  return (
    <FigurePanel title={text.unproductiveTitle} counts={whatCounts(kpis).unproductive}>
      <p className={classes.lead}>
        <strong className={classes.big}>{share}</strong>
        {text.unproductiveOf(share)}
      </p>
      <p className={classes.lead}>
        {text.unproductiveIdle(
          formatDurationMinutes(unproductive.seconds - unproductive.byActivity.load_unload),
        )}
      </p>
      <div className={classes.bar} style={phaseStyle('stopped')} aria-hidden="true">
        <i style={{ width: `${barWidth(unproductive.sharePercent)}%` }} />
      </div>
      <FigureTable title={text.unproductiveTitle} name={text.activity} columns={[{ label: text.time }]}>
        {UNPRODUCTIVE_ACTIVITIES.map((activity) => (
          <tr key={activity}>
            <td>{text.activities[activity]}</td>
            <td className={classes.number}>
              <FigureButton
                figure={formatDurationMinutes(unproductive.byActivity[activity])}
                of={text.openRow(text.activities[activity])}
                onOpen={() => onOpen(behindActivity(kpis, activity))}
              />
            </td>
          </tr>
        ))}
      </FigureTable>
    </FigurePanel>
  )
}

const ROWS: Readonly<Record<ParkTimingName, number>> = {
  totalTime: 1,
  loadUnloadTime: 2,
  parkingTime: 3,
  exitTime: 4,
  accessTime: 5,
}
const PARK_COLUMNS = [
  { label: text.mean },
  { label: text.median, hint: text.medianHint },
  { label: text.nineOfTen, hint: text.nineOfTenHint },
  { label: text.samples },
]
const TIMINGS = [...PARK_TIMINGS].sort((a, b) => ROWS[a] - ROWS[b])

function Park({ kpis, onOpen }: PanelProps) {
  const { parkTimings } = kpis
  if (parkTimings === null) return <PanelFailed title={text.parkTitle} />
  return (
    <FigurePanel title={text.parkTitle} counts={text.counts.park}>
      <FigureTable title={text.parkTitle} name={text.stretch} columns={PARK_COLUMNS}>
        {TIMINGS.map((name) => {
          const timing = parkTimings[name]
          return (
            <tr key={name}>
              <td>
                {text.timings[name]}
                {timing.excluded > 0 && (
                  <div>
                    <Excluded
                      excluded={{ words: exclusionWords(timing), behind: behindExcluded(name) }}
                      onOpen={onOpen}
                    />
                  </div>
                )}
              </td>
              <td className={classes.number}>
                <FigureButton
                  figure={timingText(timing.mean, timing)}
                  of={text.visitsOf(text.timings[name])}
                  onOpen={() => onOpen(behindTiming(name, timing))}
                />
              </td>
              <td className={classes.number}>{timingText(timing.p50, timing)}</td>
              <td className={classes.number}>{timingText(timing.p90, timing)}</td>
              <td className={classes.number}>{timing.samples.toLocaleString(LOCALE)}</td>
            </tr>
          )
        })}
      </FigureTable>
    </FigurePanel>
  )
}

function Distance({ kpis, onOpen }: PanelProps) {
  const { gpsInconsistencies: gps } = kpis
  const distance = distanceText(kpis)
  if (distance === null) return <PanelFailed title={text.distanceTitle} />
  return (
    <FigurePanel title={text.distanceTitle} counts={text.counts.distance}>
      <FigureButton
        big
        figure={distance}
        of={text.open(text.distanceTitle)}
        onOpen={() => onOpen(behindDistance(kpis))}
      />
      {gps && (
        <>
          <p className={classes.lead}>{text.positions(gps.events - gps.count)}</p>
          {gps.count > 0 && (
            <button type="button" className={classes.cell} onClick={() => onOpen(behindGps(kpis))}>
              {text.distanceMissing(gps.count)}
            </button>
          )}
        </>
      )}
    </FigurePanel>
  )
}

function Ratio({ kpis, onOpen }: PanelProps) {
  const { productive } = kpis
  if (productive === null) return <PanelFailed title={text.ratioTitle} />
  return (
    <FigurePanel title={text.ratioTitle} counts={whatCounts(kpis).productive}>
      <RatioRing
        percent={productive.ratioPercent}
        parts={[
          { kind: 'productive', seconds: productive.productiveSeconds },
          { kind: 'unproductive', seconds: productive.unproductiveSeconds },
          { kind: 'neutral', seconds: productive.neutralSeconds },
        ]}
        onOpen={(kind) => onOpen(behindKind(kpis, kind))}
      />
    </FigurePanel>
  )
}
