import { NativeSelect } from '@mantine/core'
import { FilterX, SlidersHorizontal, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { ALERT_KINDS } from '#domain/alert/kinds'
import type { Alert } from '../../../../api/desk/alerts.ts'
import { alertsText as text } from '../../../../text/alerts.ts'
import { SearchField } from '../../../../ui/form/search-field.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { choicesOf, countFilters, type Filters, NO_FILTERS, type Reader } from '../inbox.ts'
import classes from './alerts.module.css'

const LEVELS = [3, 2, 1] as const

/** Search, and what can be chosen; on a phone all but the search open with a button. */
export function InboxFilters({
  filters,
  alerts,
  reader,
  onChange,
}: {
  filters: Filters
  /** Of the view, whatever the filters: drivers and places are chosen among theirs. */
  alerts: readonly Alert[]
  reader: Reader
  onChange: (part: Partial<Filters>) => void
}) {
  const active = countFilters(filters)
  const [open, setOpen] = useState(active > 0)
  const choice = (
    key: 'kind' | 'level' | 'driver' | 'place',
    label: string,
    data: { value: string; label: string }[],
  ) => (
    <NativeSelect
      size="md"
      label={label}
      value={filters[key] ?? ''}
      data={[{ value: '', label: text.all }, ...data]}
      onChange={({ currentTarget: { value } }) =>
        onChange({ [key]: value === '' ? null : key === 'kind' ? value : Number(value) })
      }
    />
  )
  return (
    <search className={classes.filters}>
      <div className={classes.line}>
        <SearchField
          label={text.search}
          labelHidden
          placeholder={text.searchHint}
          clearLabel={text.clearSearch}
          className={classes.search}
          value={filters.text}
          onChange={(words) => onChange({ text: words })}
        />
        <ToolButton
          Icon={SlidersHorizontal}
          aria-expanded={open}
          aria-controls="alert-filters"
          onClick={() => setOpen(!open)}
        >
          {active > 0 ? text.filtersSet(active) : text.filters}
        </ToolButton>
        {active > 0 && (
          <ToolButton Icon={FilterX} variant="subtle" onClick={() => onChange(NO_FILTERS)}>
            {text.clearFilters}
          </ToolButton>
        )}
      </div>
      <div id="alert-filters" className={classes.choices} hidden={!open}>
        {choice(
          'kind',
          text.kindLabel,
          ALERT_KINDS.map((value) => ({ value, label: text.kinds[value] })),
        )}
        {choice(
          'level',
          text.levelLabel,
          LEVELS.map((one) => ({ value: String(one), label: text.levels[one] })),
        )}
        {choice(
          'driver',
          text.driverLabel,
          choicesOf(alerts, (alert) => ({ id: alert.userId, name: alert.displayName })),
        )}
        {choice(
          'place',
          text.placeLabel,
          choicesOf(alerts, ({ placeId: id }) => ({ id, name: reader.places.get(id ?? 0) })),
        )}
        <ToolButton
          Icon={UserRoundCheck}
          variant={filters.mine ? 'filled' : 'default'}
          aria-pressed={filters.mine !== null}
          onClick={() => onChange({ mine: filters.mine ? null : 'si' })}
        >
          {text.mine}
        </ToolButton>
      </div>
    </search>
  )
}
