import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KpisResponse } from '#contract/http/desk/kpis'
import type { TurnTimes as Group } from '#contract/http/desk/turn-times'
import { TURN_TIMINGS, type TurnTiming } from '#domain/kpi/park-timings'
import type { Visited } from '../../../../api/desk/kpis.ts'
import { turnTimesQuery } from '../../../../api/desk/turn-times.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { LOCALE } from '../../../../text/page.ts'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { type Behind, exclusionWords, timingText } from '../cards.ts'
import { Excluded } from '../components/kpi-cards.tsx'
import { FigureButton, FigurePanel, FigureTable } from '../components/panel.tsx'
import panels from '../components/panels.module.css'
import { type KpiFilters, kpiSearch } from '../filters.ts'
import { monthBefore } from '../month.ts'
import classes from './turn-times.module.css'

const GROUPS = ['places', 'clients'] as const
type Grouping = (typeof GROUPS)[number]

const COLUMNS = [
  { label: text.mean },
  { label: text.median, hint: text.medianHint },
  { label: text.nineOfTen, hint: text.nineOfTenHint },
  { label: text.samples },
  { label: text.monthBefore, hint: text.monthBeforeHint },
]

interface TurnTimesProps {
  kpis: KpisResponse
  filters: KpiFilters
  onOpen: (behind: Behind) => void
}

const visitedBy = (by: Grouping, id: number | null): Visited =>
  by === 'places' ? { placeId: id } : { clientId: id }

/** Queue, terminal or visit of each place or client, against the month before. */
export function TurnTimes({ kpis: { month }, filters, onOpen }: TurnTimesProps) {
  const [by, setBy] = useState<Grouping>('places')
  const [timing, setTiming] = useState<TurnTiming>('totalTime')
  const query = useQuery(turnTimesQuery(kpiSearch({ ...filters, month })))
  const before = useQuery(turnTimesQuery(kpiSearch({ ...filters, month: monthBefore(month) })))
  const groups = query.data?.[by].filter(({ timings }) => visitsOf(timings[timing]) > 0)
  const means = new Map(before.data?.[by].map(({ id, timings }) => [id, timings[timing]]))

  return (
    <FigurePanel title={text.turnTitle} counts={`${text.turnCounts}; ${text.turnTimingHints[timing]}`}>
      <div className={classes.choices}>
        <NativeSelect
          label={text.turnBy}
          value={by}
          data={GROUPS.map((value) => ({ value, label: text.turnGroups[value] }))}
          onChange={({ currentTarget }) => setBy(currentTarget.value as Grouping)}
        />
        <NativeSelect
          label={text.turnOf}
          value={timing}
          data={TURN_TIMINGS.map((value) => ({ value, label: text.turnTimings[value] }))}
          onChange={({ currentTarget }) => setTiming(currentTarget.value as TurnTiming)}
        />
      </div>
      {groups === undefined ? (
        query.isError ? (
          <LoadFailure title={text.turnFailed} query={query} />
        ) : (
          <div role="status" aria-label={text.turnTitle}>
            <Bone />
            <Bone />
          </div>
        )
      ) : groups.length === 0 ? (
        <p className={panels.hint}>{text.turnEmpty}</p>
      ) : (
        <FigureTable title={text.turnTitle} name={text.turnGroups[by]} columns={COLUMNS}>
          {groups.map((group) => (
            <Row key={group.id} {...{ by, group, timing, onOpen }} earlier={means.get(group.id)} />
          ))}
        </FigureTable>
      )}
    </FigurePanel>
  )
}

type Timing = Group['timings'][TurnTiming]
const visitsOf = ({ samples, excluded }: Timing): number => samples + excluded

function Row({
  by,
  group: { id, name, timings, outside },
  timing,
  earlier,
  onOpen,
}: {
  by: Grouping
  group: Group
  timing: TurnTiming
  earlier: Timing | undefined
  onOpen: TurnTimesProps['onOpen']
}) {
  const { mean, p50, p90, samples, excluded, excludedLong } = timings[timing]
  const label = name ?? text.noGroup[by]
  const title = `${text.turnTimings[timing]}: ${label}`
  const behind = { kind: 'visits', timing, visited: visitedBy(by, id) } as const
  return (
    <tr>
      <td className={classes.name}>
        {label}
        {outside !== undefined && outside > 0 && (
          <div className={panels.hint}>{text.turnOutside(outside)}</div>
        )}
        {excluded > 0 && (
          <div>
            <Excluded
              excluded={{
                words: exclusionWords({ excluded, excludedLong }),
                behind: { ...behind, title, excluded: true, mean: null },
              }}
              onOpen={onOpen}
            />
          </div>
        )}
      </td>
      <td className={panels.number}>
        <FigureButton
          figure={timingText(mean, { samples })}
          of={text.visitsOf(title)}
          onOpen={() =>
            onOpen({ ...behind, title, excluded: false, mean: { visits: samples, minutes: mean } })
          }
        />
      </td>
      <td className={panels.number}>{timingText(p50, { samples })}</td>
      <td className={panels.number}>{timingText(p90, { samples })}</td>
      <td className={panels.number}>{samples.toLocaleString(LOCALE)}</td>
      <td className={panels.number}>{samples && earlier?.samples ? beforeText(mean, earlier.mean) : '–'}</td>
    </tr>
  )
}

/** '148.0 (+9.0)'. */
function beforeText(now: number, then: number): string {
  const change = Math.round((now - then) * 10) / 10
  return `${then.toFixed(1)} (${change > 0 ? '+' : change < 0 ? '−' : '±'}${Math.abs(change).toFixed(1)})`
}
