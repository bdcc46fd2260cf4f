import { Button } from '@mantine/core'
import { ChevronDown, ChevronRight, FileSpreadsheet, FileText } from 'lucide-react'
import { Fragment, useState } from 'react'
import { formatDurationMinutes } from '#domain/time/duration'
import type { MonthOfDetention, PackSubject } from '../../../api/detention.ts'
import { amountText } from '../../../lib/amount-text.ts'
import { formatDateTime } from '../../../lib/time/date-time.ts'
import { detentionText as text } from '../../../text/detention.ts'
import { Table, TableHead } from '../../../ui/data/table.tsx'
import { ContainerNumber } from '../../../ui/haulage/container-number.tsx'
import { useEvidence } from '../queries.ts'
import classes from './detention.module.css'

type Client = MonthOfDetention['clients'][number]
type Visit = Client['visits'][number]

const duration = (minutes: number): string => formatDurationMinutes(minutes * 60)

/** One row for each client, which opens to its visits. */
export function MonthTable({ month: { month, clients } }: { month: MonthOfDetention }) {
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
                      {isOpen ? (
                        <ChevronDown size={18} aria-hidden="true" />
                      ) : (
                        <ChevronRight size={18} aria-hidden="true" />
                      )}
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
                      <Visits client={client} name={name} month={month} />
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

function Visits({ client, name, month }: { client: Client; name: string; month: string }) {
  const { clientId, visits } = client
  return (
    <section aria-label={text.visitsOf(name)} className={classes.visits}>
      {clientId !== null && <Files subject={{ clientId, month }} what={`${name}, ${month}`} words />}
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
            </span>
            {!visit.isActive && (
              <Files subject={{ operationKey: visit.operationKey }} what={visit.containerNumber} />
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

/** The evidence pack as files. `words`: with the names of the buttons in sight. */
function Files({ subject, what, words = false }: { subject: PackSubject; what: string; words?: boolean }) {
  const evidence = useEvidence()
  const button = (format: 'pdf' | 'csv', label: string, of: string) => (
    <Button
      variant={words ? 'default' : 'subtle'}
      {...(words ? {} : { px: 'var(--space-6)' })}
      aria-label={of}
      title={label}
      loading={evidence.isPending && evidence.variables.format === format}
      onClick={() => {
        if (!evidence.isPending) evidence.mutate({ subject, format })
      }}
    >
      {format === 'pdf' ? (
        <FileText size={18} aria-hidden="true" />
      ) : (
        <FileSpreadsheet size={18} aria-hidden="true" />
      )}
      {words && <span className={classes.word}>{label}</span>}
    </Button>
  )
  return (
    <span className={classes.files}>
      {button('pdf', text.pdf, text.pdfOf(what))}
      {button('csv', text.csv, text.csvOf(what))}
    </span>
  )
}
