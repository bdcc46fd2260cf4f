import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FilterX, MapPinX, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { EVENT_TYPES, type EventType } from '#domain/operation/steps'
import { containersQuery } from '../../../../api/desk/events.ts'
import { operatorOptions } from '../../../../api/people/operator-names.ts'
import { operatorsQuery } from '../../../../api/people/operators.ts'
import { historyText as text } from '../../../../text/desk.ts'
import { eventLabel } from '../../../../text/labels.ts'
import { DayRange } from '../../../../ui/data/day-range.tsx'
import { SearchField } from '../../../../ui/form/search-field.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { countFilters, type Filters, NO_FILTERS } from '../filters.ts'
import classes from './history.module.css'

/** Long lists are searched, not scrolled. */
const MOST_OPTIONS = 100

const selectProps = (label: string) => ({
  label,
  nothingFoundMessage: text.nothingFound,
  limit: MOST_OPTIONS,
  searchable: true,
  clearable: true,
  clearButtonProps: { 'aria-label': text.clearOne(label), 'aria-hidden': false, tabIndex: 0 },
  // As wide as the longest option: a name is not cut.
  comboboxProps: {
    transitionProps: { duration: 0 },
    width: 'max-content',
    position: 'bottom-start' as const,
  },
  classNames: { dropdown: classes.options ?? '' },
})

/** Those behind the button. A filter without a control does not compile: its control belongs into `FilterBar`. */
function furtherOf({
  text: _,
  operator: _operator,
  container: _container,
  from: _from,
  to: _to,
  ...further
}: Filters) {
  const {
    operators: _operators,
    containers: _containers,
    eventTypes: _types,
    position: _position,
    ...forgotten
  } = further
  forgotten satisfies Record<string, never>
  return further
}

/** The filters of the history; on a phone all but the text open with a button. */
export function FilterBar({
  filters,
  zone,
  onChange,
}: {
  filters: Filters
  /** Time zone of the days. */
  zone: string
  onChange: (filters: Filters) => void
}) {
  const isOutside = filters.position === 'outside'
  const [open, setOpen] = useState(() => countFilters({ ...NO_FILTERS, ...furtherOf(filters) }) > 0)
  const change = (part: Partial<Filters>) => onChange({ ...filters, ...part })
  const operators = useQuery(operatorsQuery)
  // The list holds every operation of the history, so it loads when it is first opened.
  const [wanted, setWanted] = useState(false)
  const containers = useQuery({ ...containersQuery, enabled: wanted })
  const active = countFilters(filters)

  const people = withChosen(
    operatorOptions(operators.data ?? []),
    [...filters.operators, filters.operator].flatMap((id) => (id === null ? [] : String(id))),
    (id) => text.unknownOperator(Number(id)),
  )
  const containerOptions = withChosen(
    [...new Set(containers.data?.map(({ containerNumber }) => containerNumber))].map((value) => ({
      value,
      label: groupedText(value),
    })),
    [...filters.containers, filters.container].filter((container) => container !== null),
    groupedText,
  )

  return (
    <search className={classes.filters}>
      <SearchField
        label={text.search}
        placeholder={text.searchHint}
        clearLabel={text.clearText}
        value={filters.text}
        onChange={(value) => change({ text: value })}
      />
      <div className={classes.basic} data-open={open || undefined}>
        <Select
          {...selectProps(text.operator)}
          placeholder={text.all}
          data={people}
          value={filters.operator === null ? null : String(filters.operator)}
          onChange={(value) => change({ operator: value === null ? null : Number(value) })}
          error={operators.isError ? text.operatorsFailed : undefined}
        />
        <Select
          {...selectProps(text.container)}
          placeholder={text.all}
          data={containerOptions}
          value={filters.container}
          onChange={(value) => change({ container: value })}
          onDropdownOpen={() => setWanted(true)}
          error={containers.isError ? text.containersFailed : undefined}
        />
        <DayRange
          id="history-dates"
          label={text.dates}
          from={filters.from}
          to={filters.to}
          zone={zone}
          onChange={(from, to) => change({ from, to })}
        />
      </div>
      <div className={classes.tools}>
        <ToolButton
          Icon={SlidersHorizontal}
          px={14}
          aria-expanded={open}
          aria-controls="history-advanced"
          rightSection={
            active > 0 && (
              <span className={classes.badge} title={text.activeFilters(active)}>
                {active}
              </span>
            )
          }
          onClick={() => setOpen(!open)}
        >
          <span className={classes.onlyNarrow}>{text.filters}</span>
          <span className={classes.onlyWide}>{text.moreFilters}</span>
        </ToolButton>
        <ToolButton Icon={FilterX} px={14} disabled={active === 0} onClick={() => onChange(NO_FILTERS)}>
          {text.clear}
        </ToolButton>
      </div>
      <div id="history-advanced" className={classes.advanced} hidden={!open}>
        <MultiSelect
          {...selectProps(text.operators)}
          size="md"
          placeholder={filters.operators.length === 0 ? text.all : undefined}
          data={people}
          value={filters.operators.map(String)}
          onChange={(values) => change({ operators: values.map(Number) })}
        />
        <MultiSelect
          {...selectProps(text.containers)}
          size="md"
          placeholder={filters.containers.length === 0 ? text.all : undefined}
          data={containerOptions}
          value={[...filters.containers]}
          onChange={(values) => change({ containers: values })}
          onDropdownOpen={() => setWanted(true)}
        />
        <MultiSelect
          {...selectProps(text.eventTypes)}
          size="md"
          placeholder={filters.eventTypes.length === 0 ? text.all : undefined}
          data={EVENT_OPTIONS}
          value={[...filters.eventTypes]}
          onChange={(values) => change({ eventTypes: values as EventType[] })}
        />
        <ToolButton
          Icon={MapPinX}
          variant={isOutside ? 'filled' : 'default'}
          px={14}
          aria-pressed={isOutside}
          title={text.outsideHint}
          onClick={() => change({ position: isOutside ? null : 'outside' })}
        >
          {text.outside}
        </ToolButton>
      </div>
    </search>
  )
}

const EVENT_OPTIONS = EVENT_TYPES.map((value) => ({ value, label: eventLabel(value) }))

interface Option {
  value: string
  label: string
}

/** Adds chosen values that the list lacks, because it is loading or the operator was deleted. */
function withChosen(
  options: readonly Option[],
  chosen: readonly string[],
  nameOf: (value: string) => string,
): Option[] {
  const there = new Set(options.map(({ value }) => value))
  const missing = [...new Set(chosen)].filter((value) => !there.has(value))
  return [...missing.map((value) => ({ value, label: nameOf(value) })), ...options]
}
