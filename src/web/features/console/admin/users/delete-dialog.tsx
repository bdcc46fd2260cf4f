import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { DeleteSupervisorResponse } from '#contract/http/console/admin'
import { proveAdminKey } from '../../../../api/admin/login.ts'
import { adminText, adminUsersText as text } from '../../../../text/console.ts'
import { commonText } from '../../../../text/page.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { ProofField } from '../../../../ui/form/proof-field.tsx'
import { useProof } from '../../../../ui/form/use-proof.ts'
import type { FoundUser } from './model.ts'
import { useDeleteUser, useUsers } from './queries.ts'
import classes from './users.module.css'
import { Who } from './who.tsx'

export interface DeleteDialogProps {
  /** null: closed. */
  user: FoundUser | null
  onClose: () => void
  /** The account is deleted. Called before the dialog closes or lists what was deleted with it. */
  onDeleted?: () => void
}

/** Deletes an account permanently: lists what is deleted with it, and asks for its username. */
export function DeleteDialog({ user, onClose, onDeleted }: DeleteDialogProps) {
  const [done, setDone] = useState<{ user: FoundUser; answer: DeleteSupervisorResponse } | null>(null)
  const close = () => {
    setDone(null)
    onClose()
  }
  if (done) {
    return (
      <Dialog opened onClose={close} title={text.removedTitle}>
        <Removed {...done} onClose={close} />
      </Dialog>
    )
  }
  const supervisor = user?.role === 'supervisor'
  return (
    <Dialog
      opened={user !== null}
      onClose={onClose}
      title={supervisor ? text.removeSupervisorTitle : text.removeOperatorTitle}
    >
      {user && (
        <Question
          user={user}
          onClose={onClose}
          onDone={(answer) => {
            onDeleted?.()
            if (answer) setDone({ user, answer })
            else onClose()
          }}
        />
      )}
    </Dialog>
  )
}

function Question({
  user,
  onClose,
  onDone,
}: {
  user: FoundUser
  onClose: () => void
  onDone: (answer: DeleteSupervisorResponse | null) => void
}) {
  const { row, role } = user
  const [typed, setTyped] = useState('')
  const remove = useDeleteUser(role)
  const proof = useProof(proveAdminKey, (error) => (error instanceof Error ? error.message : ''))
  const { users } = useUsers()
  const operators = users?.operators.filter(({ supervisorId }) => supervisorId === row.id).length ?? 0

  const submit = () =>
    void proof.first(() =>
      remove.mutate(row.id, {
        onSuccess: (answer) => onDone(answer ?? null),
        onError: ({ needsProof }) => needsProof && proof.ask(),
      }),
    )

  return (
    <Form
      failure={!proof.asked && remove.error?.message}
      submit={text.remove}
      working={text.removing}
      dangerous
      disabled={typed.trim() !== row.username}
      busy={remove.isPending || proof.busy}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Who user={user} />
      {role === 'supervisor' ? (
        <>
          <p className={classes.note}>
            <strong>{text.removeSupervisorNote(operators)}</strong>
          </p>
          <p className={`${classes.note} ${classes.soft}`}>{text.archiveNote}</p>
        </>
      ) : (
        <p className={classes.note}>{text.removeOperatorNote}</p>
      )}
      <TextInput
        label={text.typeName(row.username)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ProofField proof={proof} label={text.keyAgain} hint={text.keyAgainHint} show={adminText.showKey} />
    </Form>
  )
}

/** What was deleted, and where it was archived. */
function Removed({
  user: { row },
  answer: { archive, removed },
  onClose,
}: {
  user: FoundUser
  answer: DeleteSupervisorResponse
  onClose: () => void
}) {
  const counts = [
    [text.removedOperators, removed.operators],
    [text.removedContainers, removed.containers],
    [text.removedEvents, removed.events],
    [text.removedReports, removed.reports],
  ] as const
  // The element that had the focus is gone with the question.
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  return (
    <div className={classes.form} role="status">
      <p className={classes.note}>{text.removedName(row.displayName, row.username)}</p>
      <dl className={classes.facts}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        <div>
          <dt>{text.archive}</dt>
          <dd>{archive}</dd>
        </div>
      </dl>
      <Button ref={close} onClick={onClose}>
        {commonText.understood}
      </Button>
    </div>
  )
}
