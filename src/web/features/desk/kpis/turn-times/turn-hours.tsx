import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KpisResponse } from '#contract/http/desk/kpis'
import type { TurnHoursResponse } from '#contract/http/desk/turn-times'
import { turnHoursQuery, turnTimesQuery } from '../../../../api/desk/turn-times.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import type { Behind } from '../cards.ts'
import { FigurePanel } from '../components/panel.tsx'
import panels from '../components/panels.module.css'
import { type KpiFilters, kpiSearch } from '../filters.ts'
import classes from './turn-times.module.css'

const ALL = 'all'
type Cell = TurnHoursResponse[number]

/** How long a visit takes by the day of the week and the hour of its arrival. */
export function TurnHours({
  kpis: { month },
  filters,
  onOpen,
}: {
  kpis: KpisResponse
  filters: KpiFilters
  onOpen: (behind: Behind) => void
}) {
  const search = kpiSearch({ ...filters, month })
  const [chosen, setChosen] = useState(ALL)
  const places = useQuery(turnTimesQuery(search)).data?.places ?? []
  // The place chosen may have no visit in another month.
  const place = places.find(({ id }) => String(id) === chosen)
  const visited = place ? { placeId: place.id } : {}
  const query = useQuery(turnHoursQuery(search, visited))
  const cells = query.data ?? []
  if (query.data?.length === 0 && !place) return null
  const hours = cells.map(({ hour }) => hour)
  const first = Math.min(...hours)
  const shown = Array.from({ length: Math.max(0, Math.max(...hours) - first + 1) }, (_, i) => first + i)
  const medians = cells.map(({ p50 }) => p50)
  const shortest = Math.min(...medians)
  const spread = Math.max(...medians) - shortest

  return (
    <FigurePanel title={text.hoursTitle} counts={text.hoursCounts}>
      <div className={classes.choices}>
        <NativeSelect
          label={text.hoursOf}
          value={place ? chosen : ALL}
          data={[
            { value: ALL, label: text.hoursAll },
            ...places.map(({ id, name }) => ({ value: String(id), label: name ?? text.noGroup.places })),
          ]}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </div>
      {query.isError && query.data === undefined ? (
        <LoadFailure title={text.hoursFailed} query={query} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
        <div role="group" className={classes.scroll} tabIndex={0} aria-label={text.hoursCounts}>
          <table className={classes.hours}>
            <thead>
              <tr>
                <th scope="col">{text.weekday}</th>
                {shown.map((hour) => (
                  <th key={hour} scope="col">
                    {hour}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {text.weekdaysShort.map((short, index) => (
                <tr key={short}>
                  <th scope="row">
                    <abbr title={text.weekdays[index]}>{short}</abbr>
                  </th>
                  {shown.map((hour) => (
                    <td key={hour}>
                      <Hour
                        cell={cells.find((cell) => cell.weekday === index + 1 && cell.hour === hour)}
                        share={(cell) => (spread === 0 ? 0 : (cell.p50 - shortest) / spread)}
                        onOpen={(cell) =>
                          onOpen({
                            kind: 'visits',
                            title: text.visitsAt(text.weekdays[index] ?? '', hour),
                            timing: 'totalTime',
                            excluded: false,
                            visited: { ...visited, weekday: cell.weekday, hour },
                            mean: null,
                          })
                        }
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={panels.hint}>{text.samplesHint}</p>
    </FigurePanel>
  )
}

/** The median in whole minutes; the longer, the darker. */
function Hour({
  cell,
  share,
  onOpen,
}: {
  cell: Cell | undefined
  /** From the shortest (0) to the longest (1). */
  share: (cell: Cell) => number
  onOpen: (cell: Cell) => void
}) {
  if (!cell) return <span className={classes.none}>·</span>
  const minutes = String(Math.round(cell.p50))
  const label = text.hourCell(
    text.weekdays[cell.weekday - 1] ?? '',
    cell.hour,
    text.minutes(cell.p50),
    text.visits(cell.samples),
  )
  return (
    <button
      type="button"
      className={classes.hour}
      style={{ '--share': `${Math.round(share(cell) * 70)}%` } as React.CSSProperties}
      title={label}
      aria-label={label}
      onClick={() => onOpen(cell)}
    >
      {minutes}
    </button>
  )
}
