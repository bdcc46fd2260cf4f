import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Download, FilterX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { auditFile } from '../../../../api/admin/system.ts'
import { deviceZone } from '../../../../lib/time/day-start.ts'
import { adminAuditText as text } from '../../../../text/console.ts'
import { DayRange } from '../../../../ui/data/day-range.tsx'
import { SearchInput } from '../../../../ui/form/search-field.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { useSettings } from '../settings/queries.ts'
import { ListFrame } from '../table/list-frame.tsx'
import classes from './audit.module.css'
import {
  ACTION_CHOICES,
  ACTOR_CHOICES,
  type AuditFilters,
  auditSearch,
  hasFilters,
  isAction,
  isActor,
  NO_AUDIT_FILTERS,
} from './audit-model.ts'
import { AuditRows, HEADS } from './audit-rows.tsx'
import { useAudit } from './queries.ts'

const TYPING_MS = 300

/** 'Bitácora de cambios': who changed what, newest first. */
export function AuditLog() {
  const [filters, setFilters] = useState(NO_AUDIT_FILTERS)
  const [typed] = useDebouncedValue(filters.text, TYPING_MS)
  const asked = useMemo(() => ({ ...filters, text: typed }), [filters, typed])
  // Not from /api/config, which answers 503 during maintenance: the console must work then.
  const zone = useSettings().settings?.timezone ?? deviceZone()
  const query = useAudit(asked, zone)
  const entries = query.data?.pages.flatMap((page) => page.entries)

  return (
    <ListFrame
      id="admin-audit"
      words={text}
      heads={HEADS}
      query={query}
      count={entries?.length}
      filtered={hasFilters(filters)}
      tableClass={classes.table}
      tools={
        <>
          <Filters filters={filters} zone={zone} onChange={setFilters} />
          <Button
            component="a"
            href={auditFile(auditSearch(filters, zone, null, null))}
            download
            variant="default"
            leftSection={<Download size={18} />}
            style={{ justifySelf: 'start' }}
          >
            {text.exportFile}
          </Button>
        </>
      }
    >
      {entries && <AuditRows entries={entries} />}
    </ListFrame>
  )
}

const clearButton = (label: string) => ({
  'aria-label': `${text.clear}: ${label}`,
  'aria-hidden': false,
  tabIndex: 0,
})
const comboboxProps = { transitionProps: { duration: 0 } }

function Filters({
  filters,
  zone,
  onChange,
}: {
  filters: AuditFilters
  zone: string
  onChange: (filters: AuditFilters) => void
}) {
  const change = (part: Partial<AuditFilters>) => onChange({ ...filters, ...part })
  return (
    <search className={classes.filters}>
      <Select
        label={text.actor}
        placeholder={text.anyone}
        data={ACTOR_CHOICES}
        value={filters.actor}
        onChange={(value) => change({ actor: isActor(value) ? value : null })}
        clearable
        clearButtonProps={clearButton(text.actor)}
        comboboxProps={comboboxProps}
      />
      <Select
        label={text.action}
        placeholder={text.anything}
        data={ACTION_CHOICES}
        value={filters.action}
        onChange={(value) => change({ action: isAction(value) ? value : null })}
        searchable
        clearable
        nothingFoundMessage={text.nothingFound}
        clearButtonProps={clearButton(text.action)}
        comboboxProps={comboboxProps}
      />
      <SearchInput
        className={classes.wide ?? ''}
        type="search"
        label={text.search}
        placeholder={text.searchHint}
        value={filters.text}
        onChange={(text) => change({ text })}
      />
      <div className={classes.wide}>
        <DayRange
          id="audit-days"
          label={text.days}
          zone={zone}
          from={filters.from}
          to={filters.to}
          onChange={(from, to) => change({ from, to })}
        />
      </div>
      <ToolButton
        Icon={FilterX}
        variant="subtle"
        px={10}
        disabled={!hasFilters(filters)}
        onClick={() => onChange(NO_AUDIT_FILTERS)}
      >
        {text.clear}
      </ToolButton>
    </search>
  )
}
