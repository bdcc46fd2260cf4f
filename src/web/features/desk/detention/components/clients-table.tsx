import { formatDurationMinutes } from '#domain/time/duration'
import type { MonthOfDetention } from '../../../../api/detention.ts'
import { amountText } from '../../../../lib/amount-text.ts'
import { detentionText as text } from '../../../../text/desk.ts'
import { Table, TableHead } from '../../../../ui/data/table.tsx'
import { type Client, clientKey, totalsOf } from '../month.ts'
import classes from './detention.module.css'

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
      <TableHead labels={[text.client, text.operations, text.counted, text.chargeable, text.amount]} />
      <tbody>
        {clients.map((client) => (
          <ClientRow key={clientKey(client)} client={client} onOpen={onOpen} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{text.total}</th>
          <Figure label={text.operations}>{total.visits}</Figure>
          <Figure label={text.counted}>{duration(total.countedMinutes)}</Figure>
          <Figure label={text.chargeable}>{duration(total.chargeableMinutes)}</Figure>
          <Figure label={text.amount}>
            <strong>{amountText(total.centavos)}</strong>
          </Figure>
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
      <Figure label={text.operations}>{client.operations}</Figure>
      <Figure label={text.counted}>{duration(client.countedMinutes)}</Figure>
      <Figure label={text.chargeable}>{duration(client.chargeableMinutes)}</Figure>
      <Figure label={text.amount}>
        <strong>{amountText(client.centavos)}</strong>
      </Figure>
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
