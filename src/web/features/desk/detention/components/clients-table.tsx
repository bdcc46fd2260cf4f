import { FIRST_STATE } from '#domain/detention/settlement'
import { formatDurationMinutes } from '#domain/time/duration'
import type { MonthOfDetention } from '../../../../api/desk/detention.ts'
import { detentionText as text } from '../../../../text/desk.ts'
import { LOCALE } from '../../../../text/page.ts'
import { Table, TableHead } from '../../../../ui/data/table.tsx'
import { type Client, clientKey, totalsOf } from '../month.ts'
import { Amount } from './amount.tsx'
import classes from './detention.module.css'
import { StateChip } from './state-chip.tsx'

const duration = (minutes: number): string => formatDurationMinutes(minutes * 60)

/** One row for each client, which leads to its visits, and the sum of all. */
export function ClientsTable({
  clients,
  onOpen,
}: {
  clients: MonthOfDetention['clients']
  onOpen: (client: number | 'none') => void
}) {
  const total = totalsOf(clients.flatMap(({ visits }) => visits))
  return (
    <Table cards className={classes.months}>
      <TableHead
        labels={[text.client, text.operations, text.counted, text.chargeable, text.amountMxn, text.state]}
      />
      <tbody>
        {clients.map((client) => (
          <ClientRow key={clientKey(client)} client={client} onOpen={onOpen} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{text.total}</th>
          <Figure label={text.operations}>{total.visits.toLocaleString(LOCALE)}</Figure>
          <Figure label={text.counted}>{duration(total.countedMinutes)}</Figure>
          <Figure label={text.chargeable}>{duration(total.chargeableMinutes)}</Figure>
          <Figure label={text.amountMxn}>
            <Amount {...total} />
          </Figure>
          <td>{total.corrections > 0 && text.corrections(total.corrections)}</td>
        </tr>
      </tfoot>
    </Table>
  )
}

function ClientRow({ client, onOpen }: { client: Client; onOpen: (client: number | 'none') => void }) {
  const name = client.name ?? text.noClient
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={classes.opener}
          aria-label={text.showVisits(name)}
          onClick={() => onOpen(clientKey(client))}
        >
          {name}
        </button>
      </th>
      <Figure label={text.operations}>{client.operations.toLocaleString(LOCALE)}</Figure>
      <Figure label={text.counted}>{duration(client.countedMinutes)}</Figure>
      <Figure label={text.chargeable}>{duration(client.chargeableMinutes)}</Figure>
      <Figure label={text.amountMxn}>
        <Amount {...client} />
      </Figure>
      <td>
        {client.clientId !== null && <StateChip state={client.settlement?.state ?? FIRST_STATE} />}
        {client.settlement?.renewedVersion != null && (
          <small className={classes.warn}>{text.renewed(client.settlement.renewedVersion)}</small>
        )}
        {client.corrections > 0 && (
          <small className={classes.note}>{text.corrections(client.corrections)}</small>
        )}
      </td>
    </tr>
  )
}

/** A cell of a figure; on a narrow screen its label stands before it. */
function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <td className={classes.figure}>
      <span className={classes.label} aria-hidden="true">
        {label}
      </span>
      {children}
    </td>
  )
}
