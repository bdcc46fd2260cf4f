import { Button, Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { FEATURES } from '#domain/account/entitlements'
import { AdminFailure } from '../../../../api/admin/failure.ts'
import { proveAdminKey } from '../../../../api/admin/login.ts'
import { removeSecondFactor } from '../../../../api/admin/second-factor.ts'
import { auditKey } from '../../../../api/admin/system.ts'
import { changePhone, sendReset, usersQuery } from '../../../../api/admin/users.ts'
import { adminUsersText, adminSettingsText as text } from '../../../../text/console.ts'
import { worded } from '../../../../text/messages.ts'
import { commonText } from '../../../../text/page.ts'
import { secondFactorText } from '../../../../text/second-factor.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { PhoneForm } from '../../../../ui/form/phone-form.tsx'
import { ProofField } from '../../../../ui/form/proof-field.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { useProven } from '../../../../ui/second-factor/use-proven.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { invalidate } from '../pending.ts'
import { TableBones } from '../table/table-parts.tsx'
import { DeleteDialog } from '../users/delete-dialog.tsx'
import { type FoundUser, findUser } from '../users/model.ts'
import { useUsers } from '../users/queries.ts'
import users from '../users/users.module.css'
import { Who } from '../users/who.tsx'
import { GlobalSettings } from './global-settings.tsx'
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
          <Telephone key={`phone-${id}`} id={id} phone={user.row.phone} />
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

/** The telephone that the supervisor's drivers call. */
function Telephone({ id, phone }: { id: number; phone: string | null }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (body: { phone: string }) => changePhone(id, body.phone),
    onSuccess: () => {
      setOpen(false)
      toast({ title: adminUsersText.phoneSaved, id: 'phone-saved' })
      void invalidate(client, usersQuery.queryKey, auditKey)
    },
  })
  return (
    <Panel as="section" className={classes.card} aria-labelledby="admin-phone">
      <h3 id="admin-phone">{adminUsersText.newPhone}</h3>
      <p className={classes.hint}>{phone ?? adminUsersText.noPhone}</p>
      {open ? (
        <PhoneForm
          phone={phone}
          words={adminUsersText}
          failure={change.error?.message ?? null}
          busy={change.isPending}
          onSave={change.mutate}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          {phone === null ? adminUsersText.addPhone : adminUsersText.changePhone}
        </Button>
      )}
    </Panel>
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

/** Sends an account's owner the link with which they choose another password. */
function SendReset({ id }: { id: number }) {
  const client = useQueryClient()
  const send = useMutation<Awaited<ReturnType<typeof sendReset>>, AdminFailure>({
    mutationFn: () => sendReset(id),
    onSettled: () => invalidate(client, auditKey),
  })
  return (
    <div className={users.reset}>
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        {adminUsersText.resetSend}
      </Button>
      {send.error && <FailureBox>{send.error.message}</FailureBox>}
      <p role="status">{send.data && worded(send.data)}</p>
    </div>
  )
}

/** Announced features of operators, and the button to delete one. */
function OperatorSettings({ onRemove }: { onRemove: () => void }) {
  return (
    <>
      <Panel as="section" className={classes.card} aria-labelledby="admin-operator-features">
        <h3 id="admin-operator-features">{text.operatorFeatures}</h3>
        <ul className={classes.switches}>
          {FEATURES.map((feature) => (
            <li key={feature}>
              <Switch
                size="lg"
                labelPosition="left"
                classNames={{
                  body: classes.switchBody ?? '',
                  labelWrapper: classes.switchWords ?? '',
                  track: classes.switchToCome ?? '',
                }}
                label={text.operatorFeatureNames[feature]}
                description={text.soon}
                checked={false}
                readOnly
                disabled
              />
            </li>
          ))}
        </ul>
      </Panel>
      <Panel as="section" className={classes.card} aria-labelledby="admin-danger">
        <h3 id="admin-danger">{text.danger}</h3>
        <p className={classes.hint}>{text.dangerHint}</p>
        <Button color="red" onClick={onRemove}>
          {text.removeOperator}
        </Button>
      </Panel>
    </>
  )
}

/** For a supervisor who has lost phone and recovery codes. */
function RemoveSecondFactor({ user }: { user: FoundUser }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {secondFactorText.remove}
      </Button>
      <Dialog opened={open} onClose={close} title={secondFactorText.removeTitle}>
        <Question user={user} onClose={close} />
      </Dialog>
    </>
  )
}

const proving = {
  prove: proveAdminKey,
  needsProof: (error: unknown) => error instanceof AdminFailure && error.needsProof,
  sentence: (error: unknown) => (error instanceof Error ? error.message : secondFactorText.failed),
}

function Question({ user, onClose }: { user: FoundUser; onClose: () => void }) {
  const client = useQueryClient()
  const { proof, busy, failure, run } = useProven(proving)
  const submit = () =>
    run(
      () => removeSecondFactor(user.row.id),
      () => {
        onClose()
        toast({ title: secondFactorText.removed, id: 'second-factor-removed' })
        void invalidate(client, usersQuery.queryKey, auditKey)
      },
    )
  return (
    <Form
      failure={failure}
      submit={secondFactorText.removeSubmit}
      working={secondFactorText.working}
      dangerous
      busy={busy}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Who user={user} />
      <p className={users.note}>{secondFactorText.removeNote}</p>
      <ProofField
        proof={proof}
        label={secondFactorText.key}
        hint={secondFactorText.passwordHint}
        show={secondFactorText.showKey}
      />
    </Form>
  )
}
