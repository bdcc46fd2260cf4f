import '../../../../styles/styles-form.ts'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/dates/styles.layer.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FilePlus2, Handshake, Hourglass, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ContractResponse, ContractsResponse } from '#contract/http/desk/detention'
import { formatMinutes } from '#domain/time/duration'
import { writtenDay } from '#domain/time/written'
import { contractsQuery, detentionMonthQuery } from '../../../../api/desk/detention.ts'
import type { PackTarget } from '../../../../api/desk/evidence.ts'
import { useFiltersInAddress } from '../../../../lib/filters-in-address.ts'
import { useNewestMonth } from '../../../../lib/time/newest-month.ts'
import { detentionText as text } from '../../../../text/desk.ts'
import { WRITTEN_IN } from '../../../../text/page.ts'
import { MonthField } from '../../../../ui/data/month-field.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { PanelSkeleton } from '../../../../ui/loading/panel-skeleton.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { ratesText } from '../model.ts'
import { clientKey, type MonthView, readMonthView, writeMonthView } from '../month.ts'
import { ClientMonth } from './client-month.tsx'
import { ClientsTable } from './clients-table.tsx'
import { ContractFormFields } from './contract-form.tsx'
import classes from './detention.module.css'

const dayOf = (day: string): string => writtenDay(day, WRITTEN_IN)

/** 'Estadía': what a month comes to by client and visit, and what was agreed. */
export function DetentionPanel({ onPack }: { onPack: (target: PackTarget) => void }) {
  const [view, setView] = useFiltersInAddress(readMonthView, writeMonthView)
  const query = useQuery(detentionMonthQuery(view.month))
  const newest = useNewestMonth(query.data?.month, view.month)
  const change = (part: Partial<MonthView>) => setView({ ...view, ...part })
  const client = query.data?.clients.find((one) => clientKey(one) === view.client)
  return (
    <section aria-labelledby="detention-heading" className={classes.panel}>
      <header className={classes.heading}>
        <div>
          <h2 id="detention-heading">{text.heading}</h2>
          <p className={classes.soft}>{text.hint}</p>
        </div>
        <MonthField
          id="detention-month"
          label={text.month}
          month={view.month ?? query.data?.month ?? newest}
          newest={newest}
          onChange={(month) => change({ month })}
        />
      </header>
      <Panel as="section" className={classes.part} aria-labelledby={client ? undefined : 'by-client'}>
        {!client && <h3 id="by-client">{text.byClient}</h3>}
        {query.data === undefined ? (
          query.isError ? (
            <LoadFailure title={text.loadFailed} query={query} />
          ) : (
            <PanelSkeleton />
          )
        ) : client ? (
          <ClientMonth
            key={clientKey(client)}
            client={client}
            month={query.data.month}
            view={view}
            onView={change}
            onPack={onPack}
          />
        ) : query.data.clients.length === 0 ? (
          <Empty small Icon={Hourglass} title={text.monthEmpty}>
            {text.monthEmptyHint}
          </Empty>
        ) : (
          <ClientsTable clients={query.data.clients} onOpen={(opened) => change({ client: opened })} />
        )}
      </Panel>
      {!client && <Contracts />}
    </section>
  )
}

/** What was agreed, the newest first, and the form for it. */
function Contracts() {
  const query = useQuery(contractsQuery)
  /** 'new', the contract that is being changed, or null. */
  const [editing, setEditing] = useState<ContractResponse | 'new' | null>(null)
  const close = () => setEditing(null)
  return (
    <Panel as="section" className={classes.part} aria-labelledby="contracts-heading">
      <header className={classes.heading}>
        <h3 id="contracts-heading">{text.contracts}</h3>
        <ToolButton
          Icon={FilePlus2}
          variant="filled"
          disabled={query.data === undefined}
          onClick={() => setEditing('new')}
        >
          {text.newContract}
        </ToolButton>
      </header>
      {query.data === undefined ? (
        query.isError ? (
          <LoadFailure title={text.loadFailed} query={query} />
        ) : (
          <PanelSkeleton />
        )
      ) : query.data.contracts.length === 0 ? (
        <Empty small Icon={Handshake} title={text.contractsEmpty}>
          {text.contractsEmptyHint}
        </Empty>
      ) : (
        <>
          <p className={classes.soft}>{text.contractsHint}</p>
          <ul>
            {query.data.contracts.map((contract) => (
              <ContractRow
                key={contract.id}
                contract={contract}
                named={query.data}
                onEdit={() => setEditing(contract)}
              />
            ))}
          </ul>
        </>
      )}
      <Dialog
        wide
        opened={editing !== null}
        onClose={close}
        title={editing === null || editing === 'new' ? text.newContract : text.editOf(editing.name)}
      >
        {editing !== null && query.data && (
          <ContractFormFields
            contract={editing === 'new' ? null : editing}
            named={query.data}
            onClose={close}
          />
        )}
      </Dialog>
    </Panel>
  )
}

function ContractRow({
  contract,
  named,
  onEdit,
}: {
  contract: ContractResponse
  named: ContractsResponse
  onEdit: () => void
}) {
  const { clientId, placeId, operationType, freeMinutes, validFrom, validUntil } = contract
  const conditions = [
    named.clients.find(({ id }) => id === clientId)?.name ?? text.anyClient,
    named.places.find(({ id }) => id === placeId)?.name ?? text.anyPlace,
    operationType === null ? text.anyType : text[operationType],
  ]
  return (
    <li className={classes.visit}>
      <span className={classes.what}>
        <strong>{contract.name}</strong>
        <span>{conditions.join(' · ')}</span>
        <span className={classes.soft}>
          {validUntil === null
            ? text.since(dayOf(validFrom))
            : text.until(dayOf(validFrom), dayOf(validUntil))}
        </span>
      </span>
      <span className={classes.terms}>
        <span>{text.perHour(ratesText(contract.rates))}</span>
        <span className={classes.soft}>
          {freeMinutes === null ? text.freeOfPlaceShort : text.freeShort(formatMinutes(freeMinutes))}
        </span>
      </span>
      <Button
        variant="subtle"
        px="var(--space-6)"
        aria-label={text.editOf(contract.name)}
        title={text.edit}
        onClick={onEdit}
      >
        <Pencil size={18} />
      </Button>
    </li>
  )
}
