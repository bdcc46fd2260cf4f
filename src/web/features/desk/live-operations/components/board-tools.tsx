import { NativeSelect } from '@mantine/core'
import {
  ArrowDownWideNarrow,
  Hourglass,
  LayoutGrid,
  type LucideIcon,
  MapPinX,
  OctagonPause,
  Rows3,
  TriangleAlert,
} from 'lucide-react'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { SearchField } from '../../../../ui/form/search-field.tsx'
import { phaseStyle } from '../../../../ui/haulage/phase.tsx'
import { type Arrangement, FILTERS, type Filter, SORTINGS, type Sorting } from '../arrangement.ts'
import { VIEWS, type View } from '../use-board-view.ts'
import classes from './board-tools.module.css'

const FILTER_LOOKS = {
  stopped: { Icon: OctagonPause, phase: 'stopped' },
  waiting: { Icon: Hourglass, phase: 'waiting' },
  unusual: { Icon: TriangleAlert, phase: 'stopped' },
  outside: { Icon: MapPinX, phase: 'waiting' },
} as const satisfies Record<Filter, { Icon: LucideIcon; phase: 'stopped' | 'waiting' }>

const VIEW_ICONS: Readonly<Record<View, LucideIcon>> = { cards: LayoutGrid, rows: Rows3 }

/** Above the operations: search, filters with their counts, sorting, cards or rows. */
export function BoardTools({
  arrangement,
  counts,
  onChange,
  view,
  onView,
}: {
  arrangement: Arrangement
  counts: Readonly<Record<Filter, number>>
  onChange: (change: Partial<Arrangement>) => void
  view: View
  onView: (view: View) => void
}) {
  return (
    <search className={classes.tools}>
      <SearchField
        className={classes.search}
        label={text.search}
        labelHidden
        placeholder={text.searchHint}
        clearLabel={commonText.clearSearch}
        value={arrangement.search}
        onChange={(search) => onChange({ search })}
      />
      <fieldset className={classes.chips} aria-label={text.filters}>
        {FILTERS.map((filter) => {
          const { Icon, phase } = FILTER_LOOKS[filter]
          const pressed = arrangement.filter === filter
          // Rare, and without places never.
          if (filter === 'outside' && counts.outside === 0 && !pressed) return null
          return (
            <button
              key={filter}
              type="button"
              className={classes.chip}
              style={phaseStyle(phase)}
              data-some={counts[filter] > 0 || undefined}
              aria-pressed={pressed}
              onClick={() => onChange({ filter: pressed ? null : filter })}
            >
              <Icon size={16} />
              {text.filterNames[filter]} <span className={classes.count}>{counts[filter]}</span>
            </button>
          )
        })}
      </fieldset>
      <div className={classes.end}>
        <NativeSelect
          aria-label={text.sorting}
          leftSection={<ArrowDownWideNarrow size={18} />}
          data={SORTINGS.map((value) => ({ value, label: text.sortingNames[value] }))}
          value={arrangement.sorting}
          onChange={(event) => onChange({ sorting: event.currentTarget.value as Sorting })}
        />
        <fieldset className={classes.views} aria-label={text.view}>
          {VIEWS.map((one) => {
            const Icon = VIEW_ICONS[one]
            return (
              <button
                key={one}
                type="button"
                className={classes.view}
                aria-pressed={view === one}
                title={text.viewNames[one]}
                aria-label={text.viewNames[one]}
                onClick={() => onView(one)}
              >
                <Icon size={20} />
              </button>
            )
          })}
        </fieldset>
      </div>
    </search>
  )
}
