import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FileText, Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReportResponse } from '#contract/http/reports'
import { reportsQuery } from '../../../../api/reports.ts'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import classes from '../behind/behind.module.css'
import { NoRowsYet } from '../behind/behind-parts.tsx'
import { Drawer } from '../components/drawer.tsx'
import { monthTitle } from '../month.ts'
import { useDeleteReport } from './queries.ts'
import { ReportSheet } from './report-sheet.tsx'

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

const reportTitle = (report: ReportResponse): string => text.reportOf(monthTitle(report.month), whoOf(report))

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
