import type { Behind } from '../cards.ts'
import { Drawer } from '../components/drawer.tsx'
import type { KpiFilters } from '../filters.ts'
import { ActiveBehind } from './active-behind.tsx'
import { EventsBehind } from './events-behind.tsx'
import { VisitsBehind } from './visits-behind.tsx'

export function BehindDrawer({
  behind,
  filters,
  month,
  onClose,
}: {
  behind: Behind
  filters: KpiFilters
  month: string
  onClose: () => void
}) {
  return (
    <Drawer title={behind.title} onClose={onClose}>
      {behind.kind === 'events' && <EventsBehind behind={behind} filters={filters} />}
      {behind.kind === 'visits' && <VisitsBehind behind={behind} filters={filters} month={month} />}
      {behind.kind === 'active' && <ActiveBehind filters={filters} />}
    </Drawer>
  )
}
