import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { ArrowDownWideNarrow, ArrowLeft, CircleCheckBig, Hourglass, Send, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SETTLED_AT_ONCE } from '#contract/http/desk/detention'
import { FIRST_STATE, SETTLEMENT_STATES, type SettlementState } from '#domain/detention/settlement'
import { writtenMonth } from '#domain/time/written'
import type { PackTarget } from '../../../../api/desk/evidence.ts'
import { detentionText as text } from '../../../../text/desk.ts'
import { commonText, WRITTEN_IN } from '../../../../text/page.ts'
import { SearchField } from '../../../../ui/form/search-field.tsx'
import { mailFate } from '../../../../ui/links/mail-fate.ts'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { arrangeVisits, type Client, type MonthView, ORDERS, type Order, stateOf } from '../month.ts'
import classes from './client-month.module.css'
import { PackButton } from './pack-button.tsx'
import { SendDialog } from './send-dialog.tsx'
import { SettleDialog, type SettleTarget } from './settle-dialog.tsx'
import { StateChip } from './state-chip.tsx'
import { VisitsTable } from './visits-table.tsx'

interface ClientMonthProps {
  client: Client
  month: string
  view: MonthView
  onView: (change: Partial<MonthView>) => void
  onPack: (target: PackTarget) => void
}

/** The month of one client: its visits, how far they are settled, and its evidence pack. */
export function ClientMonth({ client, month, view, onView, onPack }: ClientMonthProps) {
  const { visits } = client
  const name = client.name ?? text.noClient
  const shown = arrangeVisits(visits, view)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [settling, setSettling] = useState<SettleTarget | null>(null)
  // What the filters hide is not settled unseen.
  const selected = shown.filter(({ operationKey }) => chosen.has(operationKey))
  const settleable = shown.filter((visit) => stateOf(visit) !== null).slice(0, SETTLED_AT_ONCE)
  const choose = (operationKey: string) =>
    setChosen((old) => {
      const next = new Set(old)
      if (!next.delete(operationKey)) next.add(operationKey)
      return next
    })
  const states = new Set(selected.map(stateOf))

  return (
    <div className={classes.month}>
      <MonthHeader {...{ client, name, month, onView, onPack }} onSettle={setSettling} />
      <Tools view={view} count={visits.length} onView={onView} />
      {shown.length === 0 ? (
        <Empty small Icon={Hourglass} title={view.search === '' ? text.noCharge : text.noneFound}>
          <Button variant="default" onClick={() => onView({ search: '', state: null, all: 'yes' })}>
            {text.showEvery}
          </Button>
        </Empty>
      ) : (
        <>
          <div className={classes.tools}>
            <Button
              variant="default"
              disabled={settleable.length === 0}
              onClick={() => setChosen(new Set(settleable.map(({ operationKey }) => operationKey)))}
            >
              {text.selectShown(settleable.length)}
            </Button>
            <ToolButton
              Icon={CircleCheckBig}
              disabled={selected.length === 0}
              onClick={() =>
                setSettling({
                  subject: { operationKeys: selected.map(({ operationKey }) => operationKey) },
                  name: text.selected(selected.length),
                  state: states.size === 1 ? ([...states][0] ?? null) : null,
                })
              }
            >
              {text.settle}
            </ToolButton>
            <span role="status" className={classes.said}>
              {selected.length > 0 && text.selected(selected.length)}
            </span>
          </div>
          <VisitsTable
            visits={shown}
            label={text.visitsOf(name)}
            chosen={chosen}
            isFull={selected.length >= SETTLED_AT_ONCE}
            onChoose={choose}
            onSettle={setSettling}
            onPack={onPack}
          />
        </>
      )}
      {settling && (
        <SettleDialog
          target={settling}
          onClose={() => {
            setSettling(null)
            setChosen(new Set())
          }}
        />
      )}
    </div>
  )
}

function MonthHeader({
  client: { clientId, settlement, corrections },
  name,
  month,
  onView,
  onPack,
  onSettle,
}: Pick<ClientMonthProps, 'client' | 'month' | 'onView' | 'onPack'> & {
  name: string
  onSettle: (target: SettleTarget) => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [sending, setSending] = useState(false)
  // The button that led here is gone: without this, the focus would fall to the top of the page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { version = null, newestVersion = null, renewedVersion = null } = settlement ?? {}
  const target = clientId !== null && {
    subject: { clientId, month },
    name: `${name}, ${writtenMonth(month, WRITTEN_IN)}`,
  }
  return (
    <>
      <header className={classes.header}>
        <ToolButton Icon={ArrowLeft} onClick={() => onView({ client: null })}>
          {text.allClients}
        </ToolButton>
        <h3 ref={heading} tabIndex={-1} className={classes.name}>
          {name}
        </h3>
        {corrections > 0 && <span className={classes.said}>{text.corrections(corrections)}</span>}
        {target && (
          <>
            <StateChip state={settlement?.state ?? FIRST_STATE} />
            {version !== null && renewedVersion === null && (
              <span className={classes.said}>{text.sentVersion(version)}</span>
            )}
            {settlement?.mail && <span className={classes.said}>{mailFate(settlement.mail)}</span>}
            <ToolButton
              Icon={CircleCheckBig}
              onClick={() => onSettle({ ...target, state: settlement?.state ?? null })}
            >
              {text.settleMonth}
            </ToolButton>
            <PackButton target={target} onPack={onPack} words />
            <ToolButton Icon={Send} variant="filled" onClick={() => setSending(true)}>
              {renewedVersion === null ? text.send : text.sendAgain}
            </ToolButton>
          </>
        )}
      </header>
      {target && version !== null && renewedVersion !== null ? (
        <div role="status" className={classes.renewed}>
          <TriangleAlert size={18} aria-hidden="true" />
          <span>{text.renewedHint(version, renewedVersion)}</span>
          <button type="button" className={classes.link} onClick={() => onPack(target)}>
            {text.openRenewed(newestVersion ?? renewedVersion)}
          </button>
        </div>
      ) : (
        version !== null &&
        newestVersion !== null &&
        newestVersion > version && (
          <p role="status" className={classes.said}>
            {text.newVersion(version, newestVersion)}
          </p>
        )
      )}
      {sending && target && <SendDialog target={target} onClose={() => setSending(false)} />}
    </>
  )
}

function Tools({
  view,
  count,
  onView,
}: {
  view: MonthView
  count: number
  onView: (change: Partial<MonthView>) => void
}) {
  return (
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
      <NativeSelect
        size="md"
        aria-label={text.state}
        data={[
          { value: '', label: text.anyState },
          ...SETTLEMENT_STATES.map((value) => ({ value, label: text.states[value] })),
        ]}
        value={view.state ?? ''}
        onChange={({ currentTarget }) =>
          onView({ state: (currentTarget.value || null) as SettlementState | null })
        }
      />
      <Checkbox
        size="md"
        label={text.showAll(count)}
        checked={view.all !== null}
        onChange={({ currentTarget }) => onView({ all: currentTarget.checked ? 'yes' : null })}
      />
      <NativeSelect
        size="md"
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
  )
}
