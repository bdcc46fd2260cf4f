import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download, FileText, Save, SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { writtenMonth } from '#domain/time/written'
import { containersQuery } from '../../../../api/desk/events.ts'
import { operatorOptions } from '../../../../api/people/operator-names.ts'
import { operatorsQuery } from '../../../../api/people/operators.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { commonText, WRITTEN_IN } from '../../../../text/page.ts'
import { MonthField } from '../../../../ui/data/month-field.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import {
  advancedCount,
  EVENT_FILTER,
  type KpiFilters,
  NO_FILTERS,
  withOperator,
  withOperators,
} from '../filters.ts'
import classes from './filters-bar.module.css'

interface FilterProps {
  filters: KpiFilters
  onChange: (filters: KpiFilters) => void
}

export interface FiltersBarProps extends FilterProps {
  /** The month of the figures on the screen, and the newest month. */
  month: string | null
  newest: string | null
  onSave: (() => void) | null
  saving: boolean
  onExport: (() => void) | null
  exporting: boolean
  onReports: () => void
}

const EVERYONE = text.everyone
/** A longer list is slow: people type to find one of thousands. */
const SHOWN_CONTAINERS = 100

export function FiltersBar({ filters, onChange, month, newest, ...actions }: FiltersBarProps) {
  const chosen = advancedCount(filters)
  const [open, setOpen] = useState(chosen > 0)
  const operators = useQuery(operatorsQuery)
  const people = operatorOptions(operators.data ?? [])
  const { operator } = filters
  const who =
    operator === null
      ? text.everyoneLabel
      : (people.find(({ value }) => value === String(operator))?.label ?? `#${operator}`)
  return (
    <div className={classes.filters}>
      {month !== null && (
        <p className={classes.paper}>
          {text.reportOf(writtenMonth(month, WRITTEN_IN), who)}
          {chosen > 0 && ` · ${text.advancedCount(chosen)}`}
        </p>
      )}
      <div className={classes.bar}>
        <Select
          label={text.operator}
          className={classes.operator ?? ''}
          data={[{ value: EVERYONE, label: text.everyoneLabel }, ...people]}
          value={operator === null ? EVERYONE : String(operator)}
          onChange={(value) => onChange(withOperator(filters, value === EVERYONE ? null : Number(value)))}
          allowDeselect={false}
          searchable
          nothingFoundMessage={text.nothingFound}
          error={operators.isError ? text.operatorsFailed : undefined}
        />
        <MonthField
          id="kpis-month"
          label={text.month}
          month={month}
          newest={newest}
          onChange={(chosen) => onChange({ ...filters, month: chosen })}
        />
        <ToolButton
          Icon={SlidersHorizontal}
          variant={chosen > 0 ? 'light' : 'default'}
          px={12}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {chosen > 0 ? text.advancedCount(chosen) : text.advanced}
        </ToolButton>
        <span className={classes.actions}>
          <ToolButton Icon={FileText} px={12} onClick={actions.onReports}>
            {text.reports}
          </ToolButton>
          <ToolButton
            Icon={Save}
            variant="filled"
            px={12}
            onClick={() => actions.onSave?.()}
            disabled={actions.onSave === null}
            loading={actions.saving}
          >
            {commonText.save}
          </ToolButton>
          <ToolButton
            Icon={Download}
            px={12}
            onClick={() => actions.onExport?.()}
            disabled={actions.onExport === null}
            loading={actions.exporting}
          >
            {text.exportCsv}
          </ToolButton>
        </span>
      </div>
      {open && <Advanced filters={filters} onChange={onChange} people={people} />}
      {chosen > 0 && <p className={classes.note}>{text.reportScope}</p>}
    </div>
  )
}

const LIST = {
  size: 'md',
  searchable: true,
  clearable: true,
  hidePickedOptions: true,
  nothingFoundMessage: text.nothingFound,
} as const

function Advanced({
  filters,
  onChange,
  people,
}: FilterProps & { people: { value: string; label: string }[] }) {
  const containers = useQuery(containersQuery)
  const numbers = [...new Set(containers.data?.map(({ containerNumber }) => containerNumber))]
  return (
    <Panel className={classes.advanced}>
      <MultiSelect
        {...LIST}
        label={text.operators}
        placeholder={filters.operators.length === 0 ? text.pickOperators : ''}
        data={people}
        value={filters.operators.map(String)}
        onChange={(values) => onChange(withOperators(filters, values.map(Number)))}
      />
      <MultiSelect
        {...LIST}
        label={text.containers}
        placeholder={filters.containers.length === 0 ? text.pickContainers : ''}
        data={numbers}
        limit={SHOWN_CONTAINERS}
        value={[...filters.containers]}
        onChange={(values) => onChange({ ...filters, containers: values })}
        error={containers.isError ? text.containersFailed : undefined}
      />
      <MultiSelect
        {...LIST}
        label={text.eventTypes}
        placeholder={filters.eventTypes.length === 0 ? text.pickEventTypes : ''}
        data={[...EVENT_FILTER]}
        value={[...filters.eventTypes]}
        onChange={(values) => onChange({ ...filters, eventTypes: values })}
      />
      <ToolButton
        Icon={X}
        variant="subtle"
        disabled={advancedCount(filters) === 0}
        onClick={() => onChange({ ...NO_FILTERS, month: filters.month, operator: filters.operator })}
      >
        {text.clearFilters}
      </ToolButton>
    </Panel>
  )
}
