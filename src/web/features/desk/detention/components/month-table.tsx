import { Button } from '@mantine/core'
import { ChevronDown, ChevronRight, FileText } from 'lucide-react'
import { Fragment, useState } from 'react'
import { formatDurationMinutes } from '#domain/time/duration'
import type { MonthOfDetention } from '../../../../api/detention.ts'
import type { PackTarget } from '../../../../api/evidence.ts'
import { amountText } from '../../../../lib/amount-text.ts'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { deskText, detentionText as text } from '../../../../text/desk.ts'
import { Table, TableHead } from '../../../../ui/data/table.tsx'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import classes from './detention.module.css'

type Client = MonthOfDetention['clients'][number]
type Visit = Client['visits'][number]
/** Opens the dialog of an evidence pack. */
type OpenPack = (target: PackTarget) => void

const duration = (minutes: number): string => formatDurationMinutes(minutes * 60)

/** One row for each client, which opens to its visits. */
export function MonthTable({
  month: { month, clients },
  onPack,
}: {
  month: MonthOfDetention
  onPack: OpenPack
}) {
  const [open, setOpen] = useState<number | null | undefined>(undefined)
  const total = clients.reduce((sum, { centavos }) => sum + centavos, 0)
  return (
    <div className={classes.scroll}>
      <Table cards className={classes.months}>
        <TableHead labels={[text.client, text.operations, text.counted, text.chargeable, text.amount]} />
        <tbody>
          {clients.map((client) => {
            const name = client.name ?? text.noClient
            const isOpen = open === client.clientId
            return (
              <Fragment key={client.clientId ?? 0}>
                <tr>
                  <td>
                    <button
                      type="button"
                      className={classes.opener}
                      aria-expanded={isOpen}
                      aria-label={text.showVisits(name)}
                      onClick={() => setOpen(isOpen ? undefined : client.clientId)}
                    >
                      {isOpen ? <ChevronDown size={18} /> : <ChevronRight size={18} />}
                      {name}
                    </button>
                  </td>
                  <Figure label={text.operations}>{client.operations}</Figure>
                  <Figure label={text.counted}>{duration(client.countedMinutes)}</Figure>
                  <Figure label={text.chargeable}>{duration(client.chargeableMinutes)}</Figure>
                  <Figure label={text.amount}>
                    <strong>{amountText(client.centavos)}</strong>
                  </Figure>
                </tr>
                {isOpen && (
                  <tr className={classes.opened}>
                    <td colSpan={5}>
                      <Visits client={client} name={name} month={month} onPack={onPack} />
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </Table>
      <p className={classes.total}>
        {text.total} <strong>{amountText(total)}</strong>
      </p>
    </div>
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

function Visits({
  client,
  name,
  month,
  onPack,
}: {
  client: Client
  name: string
  month: string
  onPack: OpenPack
}) {
  const { clientId, visits } = client
  return (
    <section aria-label={text.visitsOf(name)} className={classes.visits}>
      {clientId !== null && (
        <PackButton
          target={{ subject: { clientId, month }, name: `${name}, ${month}` }}
          onPack={onPack}
          words
        />
      )}
      <ul>
        {visits.map((visit) => (
          <li key={visit.operationKey} className={classes.visit}>
            <span className={classes.what}>
              <ContainerNumber value={visit.containerNumber} />
              <span className={classes.soft}>
                {[visit.displayName, visit.place, visit.contract].filter(Boolean).join(' · ')}
              </span>
              <span className={classes.soft}>
                {visit.arrivedAt !== null && formatDateTime(visit.arrivedAt)}
                {' – '}
                {visit.exitAt === null ? text.here : formatDateTime(visit.exitAt)}
              </span>
            </span>
            <span className={classes.sum}>
              <strong>{amountOf(visit)}</strong>
              {visit.charge && (
                <span className={classes.soft}>
                  {duration(visit.charge.chargeableMinutes)} / {duration(visit.charge.countedMinutes)}
                </span>
              )}
              {visit.charge?.endedAfterDays !== undefined && (
                <span className={classes.soft}>{text.endedAfter(visit.charge.endedAfterDays)}</span>
              )}
            </span>
            {!visit.isActive && (
              <PackButton
                target={{
                  subject: { operationKey: visit.operationKey },
                  name: groupedText(visit.containerNumber),
                }}
                onPack={onPack}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function amountOf({ charge }: Visit): string {
  if (charge === null) return text.noTerms
  return charge.centavos === null ? text.noRate : amountText(charge.centavos)
}

/** Leads to the evidence pack. `words`: with the name of the button in sight. */
function PackButton({
  target,
  onPack,
  words = false,
}: {
  target: PackTarget
  onPack: OpenPack
  words?: boolean
}) {
  return (
    <Button
      variant={words ? 'default' : 'subtle'}
      className={classes.pack ?? ''}
      {...(words ? {} : { px: 'var(--space-6)' })}
      aria-label={deskText.packOf(target.name)}
      title={deskText.pack}
      onClick={() => onPack(target)}
    >
      <FileText size={18} />
      {words && <span className={classes.word}>{deskText.pack}</span>}
    </Button>
  )
}
