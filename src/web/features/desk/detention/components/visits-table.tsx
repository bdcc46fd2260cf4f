import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { formatDurationMinutes } from '#domain/time/duration'
import { writtenMonth } from '#domain/time/written'
import type { PackTarget } from '../../../../api/desk/evidence.ts'
import { amountText } from '../../../../lib/amount-text.ts'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { detentionText as text } from '../../../../text/desk.ts'
import { WRITTEN_IN } from '../../../../text/page.ts'
import { Spacer, Table } from '../../../../ui/data/table.tsx'
import { usePrinting } from '../../../../ui/data/use-printing.ts'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { Spoken } from '../../../../ui/panel/spoken.tsx'
import { stateOf, totalsOf, type Visit } from '../month.ts'
import { Amount } from './amount.tsx'
import { PackButton } from './pack-button.tsx'
import type { SettleTarget } from './settle-dialog.tsx'
import { StateChip } from './state-chip.tsx'
import { VisitParts } from './visit-parts.tsx'
import classes from './visits-table.module.css'

/** Heights of a row and of the parts below it, and of both on a narrow screen, as in the style sheet. */
const ROW = { visit: 56, parts: 64 }
const CARD = { visit: 196, parts: 152 }
const COLUMNS = 9
const HEAD = 40
const SUM = 72

const duration = (minutes: number): string => formatDurationMinutes(minutes * 60)

/** Visits in a frame of their own: only those in sight are in the DOM; head and sum stay in sight. */
export function VisitsTable({
  visits,
  label,
  ...row
}: {
  visits: readonly Visit[]
  label: string
} & Omit<RowProps, 'visit' | 'position' | 'isOpen' | 'onOpen'>) {
  const frame = useRef<HTMLElement>(null)
  const narrow = useMediaQuery('(width < 62em)', undefined, { getInitialValueInEffect: false })
  const { visit: height, parts } = narrow ? CARD : ROW
  /** By operation key: the visit whose parts are shown. */
  const [opened, setOpened] = useState<string | null>(null)
  const openedAt = opened === null ? -1 : visits.findIndex(({ operationKey }) => operationKey === opened)
  const printing = usePrinting()
  const virtual = useVirtualizer({
    count: visits.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => height + (index === openedAt ? parts : 0),
    getItemKey: (index) => visits[index]?.operationKey ?? index,
    overscan: printing ? visits.length : 8,
    // Behind the head and the sum, which stay in sight.
    scrollPaddingStart: HEAD,
    scrollPaddingEnd: SUM,
    useFlushSync: false,
  })
  useEffect(() => {
    virtual.options.estimateSize = (index) => height + (index === openedAt ? parts : 0)
    virtual.measure()
    if (openedAt >= 0) virtual.scrollToIndex(openedAt, { align: 'auto' })
  }, [height, parts, openedAt, virtual])
  const items = virtual.getVirtualItems()
  const total = totalsOf(visits)
  return (
    <section
      ref={frame}
      className={classes.frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <Table cards className={classes.table} aria-label={label} aria-rowcount={visits.length + 2}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">
              <Spoken>{text.settle}</Spoken>
            </th>
            <th scope="col">{text.visit}</th>
            <th scope="col">{text.place}</th>
            <th scope="col">{text.stay}</th>
            <th scope="col">{text.counted}</th>
            <th scope="col">{text.chargeable}</th>
            <th scope="col">{text.amountMxn}</th>
            <th scope="col">{text.state}</th>
            <th scope="col">
              <Spoken>{text.actions}</Spoken>
            </th>
          </tr>
        </thead>
        <tbody>
          <Spacer height={items[0]?.start ?? 0} columns={COLUMNS} />
          {items.map(({ index, key }) => {
            const visit = visits[index]
            const isOpen = index === openedAt
            return (
              visit && (
                <Fragment key={key}>
                  <VisitRow
                    visit={visit}
                    position={index + 2}
                    {...row}
                    isOpen={isOpen}
                    onOpen={() => setOpened(isOpen ? null : visit.operationKey)}
                  />
                  {isOpen && (
                    <tr className={classes.parts}>
                      <td colSpan={COLUMNS}>
                        <VisitParts visit={visit} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            )
          })}
          <Spacer height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={COLUMNS} />
        </tbody>
        <tfoot>
          <tr aria-rowindex={visits.length + 2}>
            <th scope="row" colSpan={4}>
              {text.totalOf(total.visits)}
            </th>
            <td>{duration(total.countedMinutes)}</td>
            <td>{duration(total.chargeableMinutes)}</td>
            <td>
              <Amount {...total} />
            </td>
            <td>{total.corrections > 0 && text.corrections(total.corrections)}</td>
            <td />
          </tr>
        </tfoot>
      </Table>
    </section>
  )
}

interface RowProps {
  visit: Visit
  position: number
  isOpen: boolean
  onOpen: () => void
  /** By operation key. */
  chosen: ReadonlySet<string>
  /** As many are chosen as one request settles. */
  isFull: boolean
  onChoose: (operationKey: string) => void
  onSettle: (target: SettleTarget) => void
  onPack: (target: PackTarget) => void
}

function VisitRow({ visit, position, isOpen, onOpen, chosen, isFull, onChoose, onSettle, onPack }: RowProps) {
  const { charge, operationKey, corrections } = visit
  const state = stateOf(visit)
  const isChosen = chosen.has(operationKey)
  const number = groupedText(visit.containerNumber)
  return (
    <tr aria-rowindex={position}>
      <td className={classes.choose}>
        {state !== null && (
          <Checkbox
            size="md"
            aria-label={text.select(number)}
            checked={isChosen}
            disabled={isFull && !isChosen}
            onChange={() => onChoose(operationKey)}
          />
        )}
      </td>
      <th scope="row" className={classes.what}>
        <button type="button" className={classes.opener} aria-expanded={isOpen} onClick={onOpen}>
          <ChevronDown size={16} aria-hidden="true" />
          <Spoken>{text.openParts} </Spoken>
          <ContainerNumber value={visit.containerNumber} />
        </button>
        <small>{visit.displayName}</small>
      </th>
      <td className={classes.where} title={visit.place ?? undefined}>
        {visit.place ?? text.noPlace}
        <small>{visit.contract}</small>
      </td>
      <td className={classes.stay}>
        {visit.arrivedAt !== null && formatDateTime(visit.arrivedAt)}
        <small>{visit.exitAt === null ? text.here : formatDateTime(visit.exitAt)}</small>
      </td>
      <Minutes label={text.counted} value={charge?.countedMinutes} />
      <Minutes label={text.chargeable} value={charge?.chargeableMinutes} />
      <td
        className={classes.amount}
        title={charge?.endedAfterDays === undefined ? undefined : text.endedAfter(charge.endedAfterDays)}
      >
        <strong>{amountOf(visit)}</strong>
        {charge?.endedAfterDays !== undefined && <small>{text.endedShort(charge.endedAfterDays)}</small>}
      </td>
      <td className={classes.state}>
        {state !== null && (
          <button
            type="button"
            aria-label={`${text.states[state]}. ${text.settleOf(number)}`}
            onClick={() => onSettle({ subject: { operationKeys: [operationKey] }, name: number, state })}
          >
            <StateChip state={state} />
          </button>
        )}
        {visit.renewedVersion !== null ? (
          <button
            type="button"
            className={classes.renewed}
            aria-label={text.openRenewedOf(visit.renewedVersion, number)}
            onClick={() => onPack({ subject: sentSubject(visit), name: sentName(visit) })}
          >
            {text.renewed(visit.renewedVersion)}
          </button>
        ) : (
          corrections > 0 && (
            <small data-warn={visit.correctedSinceSent || undefined}>
              {visit.correctedSinceSent ? text.correctedSinceSent : text.corrections(corrections)}
            </small>
          )
        )}
      </td>
      <td className={classes.tools}>
        {!visit.isActive && (
          <PackButton
            target={{ subject: { operationKey: visit.operationKey }, name: number }}
            onPack={onPack}
          />
        )}
      </td>
    </tr>
  )
}

/** The pack by which a visit was sent. */
const sentSubject = ({ sentMonth, clientId, operationKey }: Visit): PackTarget['subject'] =>
  sentMonth !== null && clientId !== null ? { clientId, month: sentMonth } : { operationKey }

const sentName = ({ sentMonth, clientId, containerNumber }: Visit): string =>
  sentMonth !== null && clientId !== null ? writtenMonth(sentMonth, WRITTEN_IN) : groupedText(containerNumber)

function Minutes({ label, value }: { label: string; value: number | undefined }) {
  return (
    <td className={classes.minutes}>
      <span className={classes.label} aria-hidden="true">
        {label}
      </span>
      {value === undefined ? '—' : duration(value)}
    </td>
  )
}

function amountOf({ charge }: Visit): string {
  if (charge === null) return text.noTerms
  return charge.centavos === null ? text.noRate : amountText(charge.centavos)
}
