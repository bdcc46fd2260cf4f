import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { ArrowDownWideNarrow, ArrowLeft, Hourglass } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { PackTarget } from '../../../../api/evidence.ts'
import { detentionText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { SearchField } from '../../../../ui/form/search-field.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { arrangeVisits, type Client, type MonthView, ORDERS, type Order } from '../month.ts'
import classes from './client-month.module.css'
import { PackButton } from './pack-button.tsx'
import { VisitsTable } from './visits-table.tsx'

/** The month of one client: its visits, what of them is shown and in which order, and its evidence pack. */
export function ClientMonth({
  client,
  month,
  view,
  onView,
  onPack,
}: {
  client: Client
  month: string
  view: MonthView
  onView: (change: Partial<MonthView>) => void
  onPack: (target: PackTarget) => void
}) {
  const { clientId, visits } = client
  const name = client.name ?? text.noClient
  const shown = arrangeVisits(visits, view)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that led here is gone: without this, the focus would fall to the top of the page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={classes.month}>
      <header className={classes.tools}>
        <ToolButton Icon={ArrowLeft} onClick={() => onView({ client: null })}>
          {text.allClients}
        </ToolButton>
        <h3 ref={heading} tabIndex={-1} className={classes.name}>
          {name}
        </h3>
        {clientId !== null && (
          <PackButton
            target={{ subject: { clientId, month }, name: `${name}, ${month}` }}
            onPack={onPack}
            words
          />
        )}
      </header>
      <search className={classes.tools}>
        <SearchField
          className={classes.search}
          label={text.search}
          labelHidden
          placeholder={text.searchHint}
          clearLabel={commonText.clearSearch}
          value={view.search}
          onChange={(search) => onView({ search })}
        />
        <Checkbox
          size="md"
          label={text.showAll(visits.length)}
          checked={view.all !== null}
          onChange={({ currentTarget }) => onView({ all: currentTarget.checked ? 'yes' : null })}
        />
        <NativeSelect
          className={classes.order}
          aria-label={text.order}
          leftSection={<ArrowDownWideNarrow size={18} />}
          data={ORDERS.map((value) => ({ value, label: text.orders[value] }))}
          value={view.order ?? 'arrival'}
          onChange={({ currentTarget }) => {
            const order = currentTarget.value as Order
            onView({ order: order === 'arrival' ? null : order })
          }}
        />
      </search>
      {shown.length === 0 ? (
        <Empty small Icon={Hourglass} title={view.search === '' ? text.noCharge : text.noneFound}>
          <Button variant="default" onClick={() => onView({ search: '', all: 'yes' })}>
            {text.showAll(visits.length)}
          </Button>
        </Empty>
      ) : (
        <VisitsTable visits={shown} label={text.visitsOf(name)} onPack={onPack} />
      )}
    </div>
  )
}
