import { CircleCheckBig, DatabaseBackup, DatabaseZap, ScanSearch, TriangleAlert } from 'lucide-react'
import type { BoardDifference, MemoryAction } from '../../../../api/admin/system.ts'
import { formatExact } from '../../../../lib/time/date-time.ts'
import { adminSystemText as text } from '../../../../text/console.ts'
import { worded } from '../../../../text/messages.ts'
import { Table, TableHead } from '../../../../ui/data/table.tsx'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import table from '../table/table.module.css'
import { type MemoryResult, useMemoryAction } from './queries.ts'
import { sizeText } from './size-text.ts'
import classes from './system.module.css'

const ACTIONS: readonly { action: MemoryAction; Icon: typeof DatabaseZap }[] = [
  { action: 'backup', Icon: DatabaseBackup },
  { action: 'load', Icon: DatabaseZap },
  { action: 'verify', Icon: ScanSearch },
]

/** The three data sync buttons, and the answer to the last one. */
export function MemoryActions() {
  const { running, last, run } = useMemoryAction()
  return (
    <section className={classes.part} aria-labelledby="admin-sync">
      <h2 id="admin-sync">{text.sync}</h2>
      <p className={classes.soft}>{text.syncHint}</p>
      <div className={classes.actions}>
        {ACTIONS.map(({ action, Icon }) => {
          return (
            <Panel key={action} className={classes.card}>
              <ToolButton
                Icon={Icon}
                fullWidth
                aria-describedby={`admin-sync-${action}`}
                aria-disabled={running !== null}
                onClick={() => run(action)}
              >
                {running === action ? text.working : text.actions[action].label}
              </ToolButton>
              <p id={`admin-sync-${action}`} className={classes.soft}>
                {text.actions[action].hint}
              </p>
            </Panel>
          )
        })}
      </div>
      {last && <Result {...last} />}
    </section>
  )
}

function Result({ action, at, answer }: MemoryResult) {
  const { success, details } = answer
  const { currentCounts: counts, board, backup, differences, record, audit } = details
  const facts: readonly [string, string | number][] = [
    [text.users, counts.users],
    [text.containers, counts.containers],
    [text.events, counts.events],
    [text.board, board],
    ...(backup ? [[text.backupFile, `${backup.file} (${sizeText(backup.bytes)})`] as [string, string]] : []),
  ]
  const Icon = success ? CircleCheckBig : TriangleAlert
  return (
    <Panel as="section" className={classes.result} aria-label={text.resultOf(text.actions[action].label)}>
      <h3>
        {text.resultOf(text.actions[action].label)} <span>{formatExact(at)}</span>
      </h3>
      <p className={classes.verdict} data-good={success || undefined}>
        <Icon size={18} />
        {worded(answer)}
      </p>
      {record && <p className={classes.soft}>{worded(record)}</p>}
      {audit && <p className={classes.soft}>{worded(audit)}</p>}
      <dl className={classes.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {differences.length > 0 && <Differences rows={differences} />}
    </Panel>
  )
}

function Differences({ rows }: { rows: readonly BoardDifference[] }) {
  const version = (value: number | null): string => (value === null ? text.missing : text.versionOf(value))
  return (
    <Panel as="section" className={table.frame} tabIndex={0} aria-label={text.difference}>
      <Table className={table.table} aria-label={text.difference}>
        <TableHead labels={[text.container, text.difference, text.inMemory, text.inDatabase]} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.operationKey}>
              <td>
                <ContainerNumber value={row.containerNumber} />
              </td>
              <td>{text.kinds[row.kind]}</td>
              <td>{version(row.memoryVersion)}</td>
              <td>{version(row.databaseVersion)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}
