import { Panel } from '../../../../ui/panel/panel.tsx'
import '@mantine/dates/styles.layer.css'
import { Switch } from '@mantine/core'
import { CircleCheckBig, DatabaseBackup, DatabaseZap, ScanSearch, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { BoardDifference, MemoryAction } from '../../../../api/admin/system.ts'
import { formatExact } from '../../../../lib/time/date-time.ts'
import { adminSystemText as text } from '../../../../text/console.ts'
import { worded } from '../../../../text/messages.ts'
import { Table, TableHead } from '../../../../ui/data/table.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { AuditLog } from '../audit/audit-log.tsx'
import { Mails } from '../mails/mails.tsx'
import { useChangeSetting, useSettings } from '../settings/queries.ts'
import table from '../table/table.module.css'
import { useUsers } from '../users/queries.ts'
import { type MemoryResult, useMemoryAction } from './queries.ts'
import { sizeText } from './size-text.ts'
import classes from './system.module.css'

/** Tab 'Sistema'. */
export function SystemPanel() {
  const { query, settings } = useSettings()
  return (
    <div className={classes.panel}>
      <section className={classes.part} aria-labelledby="admin-system">
        <h2 id="admin-system" tabIndex={-1}>
          {text.heading}
        </h2>
        {query.isError && <LoadFailure title={text.loadFailed} query={query} reason={query.error.message} />}
        <div className={classes.pair}>
          <Panel className={classes.card} aria-busy={settings === undefined}>
            <span className={classes.term}>{text.version}</span>
            <span className={classes.version}>{settings?.version || text.defaultVersion}</span>
          </Panel>
          <Maintenance on={settings === undefined ? null : settings.maintenance_mode === 'true'} />
        </div>
      </section>
      <MemoryActions />
      <Mails />
      <AuditLog />
    </div>
  )
}

/** Keeps the line's place. */
const UNKNOWN = '\u00a0'

/** Asks before switching on, because all users see it; switches off at once. `on` null: not known yet. */
function Maintenance({ on }: { on: boolean | null }) {
  const change = useChangeSetting()
  const [asking, setAsking] = useState(false)
  return (
    <Panel className={classes.card} data-on={on || undefined}>
      <Switch
        size="lg"
        labelPosition="left"
        classNames={{ body: classes.switchBody ?? '', labelWrapper: classes.switchWords ?? '' }}
        label={text.maintenance}
        description={on === null ? UNKNOWN : on ? text.maintenanceOn : text.maintenanceOff}
        checked={on ?? false}
        disabled={on === null}
        onChange={(event) => {
          if (event.currentTarget.checked) setAsking(true)
          else change({ key: 'maintenance_mode', value: 'false' })
        }}
      />
      <Dialog opened={asking} onClose={() => setAsking(false)} title={text.maintenanceTitle}>
        <Form
          className={classes.form}
          submit={text.maintenanceConfirm}
          dangerous
          onSubmit={() => {
            change({ key: 'maintenance_mode', value: 'true' })
            setAsking(false)
          }}
          onCancel={() => setAsking(false)}
        >
          <p>
            <strong>{text.maintenanceQuestion}</strong> <Count />
          </p>
          <p className={classes.soft}>{text.maintenanceNote}</p>
        </Form>
      </Dialog>
    </Panel>
  )
}

function Count() {
  const { users } = useUsers()
  if (!users) return null
  const active = (rows: readonly { isActive: boolean }[]) => rows.filter(({ isActive }) => isActive).length
  return text.maintenanceCount(active(users.supervisors), active(users.operators))
}

const ACTIONS: readonly { action: MemoryAction; Icon: typeof DatabaseZap }[] = [
  { action: 'backup', Icon: DatabaseBackup },
  { action: 'load', Icon: DatabaseZap },
  { action: 'verify', Icon: ScanSearch },
]

/** The three data sync buttons, and the answer to the last one. */
function MemoryActions() {
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
