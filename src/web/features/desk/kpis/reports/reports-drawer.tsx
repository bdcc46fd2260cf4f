import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FileText, Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReportResponse } from '#contract/http/desk/reports'
import type { TurnTimes } from '#contract/http/desk/turn-times'
import { PARK_TIMINGS } from '#domain/kpi/park-timings'
import { writtenMonth } from '#domain/time/written'
import { reportsQuery } from '../../../../api/desk/reports.ts'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { namedLabel } from '../../../../text/labels.ts'
import { commonText, LOCALE, WRITTEN_IN } from '../../../../text/page.ts'
import { Table } from '../../../../ui/data/table.tsx'
import { Mark } from '../../../../ui/page/mark.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import classes from '../behind/behind.module.css'
import { NoRowsYet } from '../behind/behind-parts.tsx'
import { Drawer } from '../components/drawer.tsx'
import { useDeleteReport } from './queries.ts'
import reportSheet from './report-sheet.module.css'

/** The saved reports: the list, one of them opened, and their deletion. */
export function ReportsDrawer({ onClose }: { onClose: () => void }) {
  const query = useQuery(reportsQuery)
  const [openId, setOpenId] = useState<number | null>(null)
  const open = query.data?.find(({ id }) => id === openId) ?? null
  return (
    <Drawer title={open === null ? text.reports : reportTitle(open)} onClose={onClose}>
      {open !== null ? (
        <>
          <div className={classes.tools}>
            <ToolButton Icon={ArrowLeft} variant="subtle" onClick={() => setOpenId(null)}>
              {text.backToReports}
            </ToolButton>
            <ToolButton Icon={Printer} onClick={() => window.print()}>
              {commonText.print}
            </ToolButton>
          </div>
          <ReportSheet report={open} title={reportTitle(open)} />
        </>
      ) : query.data === undefined ? (
        <NoRowsYet title={text.reportsFailed} query={query} />
      ) : query.data.length === 0 ? (
        <Empty small Icon={FileText} title={text.reportsEmpty}>
          {text.reportsEmptyHint}
        </Empty>
      ) : (
        <ul className={classes.list}>
          {query.data.map((report) => (
            <ReportRow key={report.id} report={report} onOpen={() => setOpenId(report.id)} />
          ))}
        </ul>
      )}
    </Drawer>
  )
}

const whoOf = ({ operatorId, operatorName }: ReportResponse): string =>
  operatorId === null ? text.everyoneLabel : (operatorName ?? `#${operatorId}`)

const reportTitle = (report: ReportResponse): string =>
  text.reportOf(writtenMonth(report.month, WRITTEN_IN), whoOf(report))

function ReportRow({ report, onOpen }: { report: ReportResponse; onOpen: () => void }) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteReport()
  const title = reportTitle(report)
  return (
    <li className={classes.row}>
      <span className={classes.who}>
        <strong>{title}</strong>
        <span className={classes.soft}>{text.savedAt(formatDateTime(report.timestamp))}</span>
        {report.hasLaterCorrections && <span>{text.laterCorrections}</span>}
      </span>
      {asking ? (
        <span className={classes.tools}>
          <span role={remove.isError ? 'alert' : undefined}>
            {remove.isError ? text.deleteFailed : text.deleteQuestion}
          </span>
          <Button variant="default" onClick={() => setAsking(false)} autoFocus>
            {commonText.cancel}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(report.id)}>
            {text.deleteConfirm}
          </Button>
        </span>
      ) : (
        <span className={classes.tools}>
          <Button variant="default" onClick={onOpen} aria-label={`${text.openReport}: ${title}`}>
            {text.openReport}
          </Button>
          <Button
            variant="subtle"
            color="red"
            px={12}
            aria-label={`${text.deleteReport}: ${title}`}
            title={text.deleteReport}
            onClick={() => setAsking(true)}
          >
            <Trash2 size={18} />
          </Button>
        </span>
      )}
    </li>
  )
}

/** A saved report, laid out like a sheet of paper: one page when printed. */
function ReportSheet({ report, title }: { report: ReportResponse; title: string }) {
  const { reportData: data } = report
  return (
    <article className={reportSheet.sheet}>
      <header className={reportSheet.head}>
        <Mark />
        <div>
          <strong>
            {commonText.appName} · {title}
          </strong>
          <span>{text.savedAt(formatDateTime(report.timestamp))}</span>
        </div>
      </header>
      {report.hasLaterCorrections && <p role="note">{text.laterCorrections}</p>}
      <div className={reportSheet.parts}>
        <Rows
          title={text.reportAs}
          rows={[
            [text.cards.duration, data.averageTripDuration],
            [text.downtime, data.deadTimePercentage],
            [text.cards.distance, kilometres(data.totalDistance)],
            [text.cards.productive, data.productiveTimeRatio],
            ...(data.corrections ? [[text.correctionsTitle, count(data.corrections)] as const] : []),
          ]}
        />
        <Rows
          title={text.parkTitle}
          rows={PARK_TIMINGS.flatMap((name) =>
            data.parkTimings[name] === undefined
              ? []
              : [[text.timings[name], minutes(data.parkTimings[name])]],
          )}
        />
        <Rows
          title={text.typesTitle}
          rows={data.eventTypes.map(({ name, value }) => [namedLabel(name), count(value)])}
        />
        <Rows
          title={text.statusesTitle}
          rows={data.operationStatuses.map(({ name, value }) => [namedLabel(name), count(value)])}
        />
        {data.turnTimes && (
          <>
            <Rows
              title={text.turnByTitles.places}
              rows={visits(data.turnTimes.places, text.noGroup.places)}
            />
            <Rows
              title={text.turnByTitles.clients}
              rows={visits(data.turnTimes.clients, text.noGroup.clients)}
            />
          </>
        )}
      </div>
    </article>
  )
}

/** The median visit of each place or client. */
const visits = (groups: readonly TurnTimes[], none: string): [string, string][] =>
  groups.map(({ name, timings: { totalTime } }) => [
    name ?? none,
    `${text.minutes(totalTime.p50)} · ${text.visits(totalTime.samples)}`,
  ])

const count = (value: number): string => value.toLocaleString(LOCALE)

/** '1234.5 km' is saved, '1,234.5 km' is shown; other texts stay as they were saved. */
const kilometres = (saved: string): string => {
  const [, km] = /^(\d+\.\d) km$/.exec(saved) ?? []
  return km === undefined ? saved : text.km(Number(km))
}

/** '71.1' is saved, '1 h 11 min' is shown. */
const minutes = (saved: string): string => (/^\d+\.\d$/.test(saved) ? text.minutes(Number(saved)) : saved)

function Rows({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <Panel as="section" className={reportSheet.part}>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className={reportSheet.none}>{text.emptyChart}</p>
      ) : (
        <Table className={reportSheet.table}>
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}
