import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { adminUsersText, adminSettingsText as text } from '../../../../text/console.ts'
import { commonText } from '../../../../text/page.ts'
import { secondFactorText } from '../../../../text/second-factor.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { TableBones } from '../table/table-parts.tsx'
import { DeleteDialog } from '../users/delete-dialog.tsx'
import { type FoundUser, findUser } from '../users/model.ts'
import { useUsers } from '../users/queries.ts'
import { RemoveSecondFactor } from '../users/remove-second-factor.tsx'
import { SendReset } from '../users/send-reset.tsx'
import { Who } from '../users/who.tsx'
import { GlobalSettings } from './global-settings.tsx'
import { OperatorSettings } from './operator-settings.tsx'
import classes from './settings.module.css'
import { SupervisorSettings } from './supervisor-settings.tsx'

/** Tab 'Configuración': of one user, or of the whole product. */
export function SettingsPanel({ user, onUsers }: { user: number | null; onUsers: () => void }) {
  return user === null ? <GlobalSettings onUsers={onUsers} /> : <Permissions id={user} onBack={onUsers} />
}

function Permissions({ id, onBack }: { id: number; onBack: () => void }) {
  const { query, users } = useUsers()
  const [removing, setRemoving] = useState<FoundUser | null>(null)
  const user = users && findUser(users, id)
  return (
    <section className={classes.panel} aria-labelledby="admin-permissions">
      <header className={classes.heading}>
        <ToolButton Icon={ArrowLeft} px={12} onClick={onBack}>
          {commonText.back}
        </ToolButton>
        <h2 id="admin-permissions" tabIndex={-1}>
          {user ? text.permissionsOf(user.row.displayName) : adminUsersText.permissions}
        </h2>
      </header>
      {query.isError && (
        <LoadFailure title={adminUsersText.loadFailed} query={query} reason={query.error.message} />
      )}
      {users === undefined && !query.isError && <TableBones label={text.permissionsLoading} />}
      {user === null && (
        <Empty small role="status" title={text.unknownUser(id)}>
          {text.unknownUserHint}
        </Empty>
      )}
      {user && <Who user={user} />}
      {user?.role === 'supervisor' && (
        <SupervisorSettings id={id}>
          {user.row.secondFactor && (
            <Panel as="section" className={classes.card} aria-labelledby="admin-second-factor">
              <h3 id="admin-second-factor">{secondFactorText.title}</h3>
              <p className={classes.hint}>{secondFactorText.removeHint}</p>
              <RemoveSecondFactor user={user} />
            </Panel>
          )}
          <Reset id={id} />
        </SupervisorSettings>
      )}
      {user?.role === 'operator' && (
        <>
          <Reset id={id} />
          <OperatorSettings onRemove={() => setRemoving(user)} />
        </>
      )}
      <DeleteDialog user={removing} onClose={() => setRemoving(null)} onDeleted={onBack} />
    </section>
  )
}

function Reset({ id }: { id: number }) {
  return (
    <Panel as="section" className={classes.card} aria-labelledby="admin-reset">
      <h3 id="admin-reset">{adminUsersText.resetTitle}</h3>
      <p className={classes.hint}>{adminUsersText.resetHint}</p>
      <SendReset key={id} id={id} />
    </Panel>
  )
}
