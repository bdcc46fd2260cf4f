import { kpisText as text } from '../../../../text/desk.ts'
import type { Behind } from '../cards.ts'
import { Drawer } from '../components/drawer.tsx'
import type { KpiFilters } from '../filters.ts'
import { ActiveBehind } from './active-behind.tsx'
import classes from './behind.module.css'
import { CorrectionsBehind } from './corrections-behind.tsx'
import { EventsBehind } from './events-behind.tsx'
import { VisitsBehind } from './visits-behind.tsx'

export function BehindDrawer({
  behind,
  filters,
  month,
  corrections,
  onClose,
}: {
  behind: Behind
  filters: KpiFilters
  month: string
  /** How many the figures rest on. */
  corrections: number
  onClose: () => void
}) {
  return (
    <Drawer title={behind.title} onClose={onClose}>
      {corrections > 0 && <p className={classes.count}>{text.corrections(corrections)}</p>}
      {behind.kind === 'events' && <EventsBehind behind={behind} filters={filters} />}
      {behind.kind === 'visits' && <VisitsBehind behind={behind} filters={filters} month={month} />}
      {behind.kind === 'corrections' && <CorrectionsBehind filters={filters} month={month} />}
      {behind.kind === 'active' && <ActiveBehind filters={filters} />}
    </Drawer>
  )
}
