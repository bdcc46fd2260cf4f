import { Button, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AdminOperatorRow, AdminSupervisorRow } from '#contract/http/console/admin'
import { adminUsersText as text } from '../../../../text/console.ts'
import { commonText } from '../../../../text/page.ts'
import { Table } from '../../../../ui/data/table.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { pageOf, SORT_COLUMNS, sortRows } from '../table/rows.ts'
import classes from '../table/table.module.css'
import { Pager, SortHead, StateBadge } from '../table/table-parts.tsx'
import { useChangeFeatures, usePendingFeatures } from './features-queries.ts'
import type { View } from './lists.ts'
import { FIRST_SUPERVISOR, type FoundUser } from './model.ts'
import users from './users.module.css'

interface Actions {
  onStatus: (user: FoundUser) => void
  onPermissions: (id: number) => void
  onRemove: (user: FoundUser) => void
}

interface ListProps<Row> extends Actions {
  rows: readonly Row[]
  view: View
  onView: (view: View) => void
  /** Ends the search that these rows were found by; null: there is none. */
  onClear: (() => void) | null
}

export function SupervisorsTable({ rows, view, onView, onClear, ...actions }: ListProps<AdminSupervisorRow>) {
  return (
    <UserTable
      name={text.supervisors}
      empty={text.noSupervisors}
      rows={rows}
      view={view}
      onView={onView}
      onClear={onClear}
      heads={[
        <th key="count" scope="col" className={classes.number} title={text.countHint}>
          {text.operatorCount}
        </th>,
        <th key="premium" scope="col">
          {text.premium}
        </th>,
      ]}
      cells={(row) => (
        <>
          <td className={classes.number} data-label={text.operatorCount}>
            {text.count(row.activeOperators, row.operatorLimit)}
          </td>
          <td data-label={text.premium} data-right>
            <PremiumSwitch id={row.id} name={row.displayName} checked={row.hasPremium} />
          </td>
        </>
      )}
      actions={(row) => (
        <RowActions user={{ role: 'supervisor', row }} removable={row.id !== FIRST_SUPERVISOR} {...actions} />
      )}
    />
  )
}

export function OperatorsTable({ rows, view, onView, onClear, ...actions }: ListProps<AdminOperatorRow>) {
  return (
    <UserTable
      name={text.operators}
      empty={text.noOperators}
      rows={rows}
      view={view}
      onView={onView}
      onClear={onClear}
      supervisorColumn
      heads={[]}
      cells={() => null}
      actions={(row) => <RowActions user={{ role: 'operator', row }} removable {...actions} />}
    />
  )
}

type AnyRow = Pick<AdminOperatorRow, 'id' | 'username' | 'displayName' | 'isActive'> & {
  supervisorId?: number | null
}

interface UserTableProps<Row extends AnyRow> {
  name: string
  empty: string
  rows: readonly Row[]
  view: View
  onView: (view: View) => void
  onClear: (() => void) | null
  /** Column between name and state: the supervisor of an operator. */
  supervisorColumn?: boolean
  heads: readonly ReactNode[]
  /** Column after the state. */
  cells: (row: Row) => ReactNode
  actions: (row: Row) => ReactNode
}

function UserTable<Row extends AnyRow>({
  name,
  empty,
  rows,
  view: { sort, page: wanted },
  onView,
  onClear,
  supervisorColumn = false,
  heads,
  cells,
  actions,
}: UserTableProps<Row>) {
  const page = pageOf(sortRows(rows, sort), wanted)
  const [id, username, displayName, isActive] = SORT_COLUMNS.map((column) => (
    <SortHead key={column} column={column} sort={sort} onSort={(next) => onView({ sort: next, page: 0 })} />
  ))

  return (
    <section className={classes.section} aria-label={name}>
      <h3>
        {name} <span>{rows.length}</span>
      </h3>
      {rows.length === 0 ? (
        <Empty small role="status">
          {empty}
          {onClear && (
            <Button variant="default" onClick={onClear}>
              {commonText.clearSearch}
            </Button>
          )}
        </Empty>
      ) : (
        <Panel className={classes.frame}>
          <Table cards className={`${classes.table} ${classes.cards}`} aria-label={name}>
            <thead>
              <tr>
                {id}
                {username}
                {displayName}
                {supervisorColumn && <th scope="col">{text.supervisor}</th>}
                {isActive}
                {heads}
                <th scope="col" className={classes.actionsHead}>
                  {text.actions}
                </th>
              </tr>
            </thead>
            <tbody>
              {page.shown.map((row) => (
                <tr key={row.id}>
                  <td className={classes.id} data-label={text.id}>
                    {row.id}
                  </td>
                  <td className={`${classes.word} ${classes.strong}`} data-right>
                    {row.username}
                  </td>
                  <td className={classes.word}>{row.displayName}</td>
                  {supervisorColumn && (
                    <td data-label={text.supervisor} data-right>
                      {row.supervisorId ?? text.none}
                    </td>
                  )}
                  <td data-right={!supervisorColumn || undefined}>
                    <StateBadge active={row.isActive} />
                  </td>
                  {cells(row)}
                  <td data-wide>{actions(row)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Panel>
      )}
      <Pager
        name={name}
        page={page}
        all={rows.length}
        onPage={(to) => onView({ sort, page: clamp(to, page.pages) })}
      />
    </section>
  )
}

const clamp = (page: number, pages: number): number => Math.min(Math.max(page, 0), pages - 1)

function RowActions({
  user,
  removable,
  onStatus,
  onPermissions,
  onRemove,
}: { user: FoundUser; removable: boolean } & Actions) {
  const { id, displayName, isActive } = user.row
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        aria-label={isActive ? text.deactivateOf(displayName) : text.activateOf(displayName)}
        onClick={() => onStatus(user)}
      >
        {isActive ? text.deactivate : text.activate}
      </Button>
      <Button
        variant="default"
        aria-label={text.permissionsOf(displayName)}
        onClick={() => onPermissions(id)}
      >
        {text.permissions}
      </Button>
      {removable && (
        <Button
          variant="default"
          data-remove
          aria-label={text.removeOf(displayName)}
          onClick={() => onRemove(user)}
        >
          {text.remove}
        </Button>
      )}
    </div>
  )
}

/** All five features and premium itself, on or off together. `checked` includes pending changes. */
function PremiumSwitch({ id, name, checked }: { id: number; name: string; checked: boolean }) {
  const change = useChangeFeatures(text.premiumFailed)
  const pending = usePendingFeatures().some((other) => other.id === id)
  return (
    <Switch
      size="lg"
      className={users.switch ?? ''}
      aria-label={text.premiumOf(name)}
      aria-busy={pending}
      checked={checked}
      onChange={(event) => change({ id, features: { premiumActivated: event.currentTarget.checked } })}
    />
  )
}
