import { UserPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { PASSWORD } from '#domain/account/fields'
import { adminUsersText as text } from '../../../../text/console.ts'
import { RefreshButton } from '../../../../ui/data/refresh-button.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { NewAccount } from '../../../../ui/form/new-account.tsx'
import { SearchInput } from '../../../../ui/form/search-field.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { searchRows } from '../table/rows.ts'
import { TableBones } from '../table/table-parts.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { type Lists, searchFor } from './lists.ts'
import {
  EMPTY_SUPERVISOR,
  type FoundUser,
  isComplete,
  type NewSupervisor,
  supervisorPayload,
} from './model.ts'
import { useChangeStatus, useCreateSupervisor, useUsers } from './queries.ts'
import classes from './users.module.css'
import { OperatorsTable, SupervisorsTable } from './users-tables.tsx'
import { Who } from './who.tsx'

type Open = { kind: 'create' } | { kind: 'status' | 'remove'; user: FoundUser } | null

export interface UsersPanelProps {
  /** State of the console, so that the lists stay as they were on the way back from a user's permissions. */
  lists: Lists
  onLists: (lists: Lists) => void
  onPermissions: (id: number) => void
}

/** Tab 'Usuarios'. */
export function UsersPanel({ lists, onLists, onPermissions }: UsersPanelProps) {
  const { query, users } = useUsers()
  const { typed } = lists
  const setTyped = (text: string) => onLists(searchFor(lists, text))
  const [open, setOpen] = useState<Open>(null)
  // State of the panel and not of the dialog, so that closing by mistake loses no input.
  const [draft, setDraft] = useState(EMPTY_SUPERVISOR)
  const close = () => setOpen(null)
  const onClear = typed === '' ? null : () => setTyped('')
  const heading = useRef<HTMLHeadingElement>(null)
  const deleted = useRef(false)
  // The button that opened the dialog is gone with its row.
  useEffect(() => {
    if (open !== null || !deleted.current) return
    deleted.current = false
    heading.current?.focus()
  }, [open])
  const actions = {
    onStatus: (user: FoundUser) => setOpen({ kind: 'status', user }),
    onPermissions,
    onRemove: (user: FoundUser) => setOpen({ kind: 'remove', user }),
  }

  return (
    <section aria-labelledby="admin-users" className={classes.panel}>
      <header className={classes.heading}>
        <h2 id="admin-users" ref={heading} tabIndex={-1}>
          {text.heading}
        </h2>
        <SearchInput
          className={classes.search ?? ''}
          type="search"
          aria-label={text.search}
          placeholder={text.searchHint}
          value={typed}
          onChange={setTyped}
        />
        <RefreshButton
          className={classes.refresh}
          label={text.refresh}
          refreshing={query.isFetching && users !== undefined}
          onRefresh={() => void query.refetch()}
        />
        <ToolButton
          Icon={UserPlus}
          variant="filled"
          className={classes.create ?? ''}
          px={14}
          onClick={() => setOpen({ kind: 'create' })}
        >
          {text.newSupervisor}
        </ToolButton>
      </header>
      {query.isError && <LoadFailure title={text.loadFailed} query={query} reason={query.error.message} />}
      {users === undefined && !query.isError && <TableBones label={text.loading} />}
      {users && (
        <>
          <SupervisorsTable
            rows={searchRows(users.supervisors, typed)}
            view={lists.supervisors}
            onView={(supervisors) => onLists({ ...lists, supervisors })}
            onClear={onClear}
            {...actions}
          />
          <OperatorsTable
            rows={searchRows(users.operators, typed)}
            view={lists.operators}
            onView={(operators) => onLists({ ...lists, operators })}
            onClear={onClear}
            {...actions}
          />
        </>
      )}
      <CreateDialog opened={open?.kind === 'create'} draft={draft} onDraft={setDraft} onClose={close} />
      <StatusDialog user={open?.kind === 'status' ? open.user : null} onClose={close} />
      <DeleteDialog
        user={open?.kind === 'remove' ? open.user : null}
        onClose={close}
        onDeleted={() => {
          deleted.current = true
        }}
      />
    </section>
  )
}

/** Asks before an account is activated or deactivated. `user` null: closed. */
function StatusDialog({ user, onClose }: { user: FoundUser | null; onClose: () => void }) {
  const change = useChangeStatus()
  const active = user?.row.isActive ?? false
  return (
    <Dialog
      opened={user !== null}
      onClose={onClose}
      title={active ? text.deactivateTitle : text.activateTitle}
    >
      {user && (
        <Form
          submit={active ? text.deactivate : text.activate}
          dangerous={active}
          onSubmit={() => {
            change({ id: user.row.id, active: !active })
            onClose()
          }}
          onCancel={onClose}
        >
          <Who user={user} />
          <p className={classes.note}>{active ? text.deactivateNote : text.activateNote}</p>
        </Form>
      )}
    </Dialog>
  )
}

interface CreateDialogProps {
  opened: boolean
  draft: NewSupervisor
  onDraft: (draft: NewSupervisor) => void
  onClose: () => void
}

/** 'Nuevo Supervisor'. The server validates; its messages appear at the fields. */
function CreateDialog({ opened, onClose, ...form }: CreateDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.createTitle}>
      <CreateForm {...form} onClose={onClose} />
    </Dialog>
  )
}

function CreateForm({ draft, onDraft, onClose }: Omit<CreateDialogProps, 'opened'>) {
  const fields = useFields(draft, (update) => onDraft(update(draft)))
  const create = useCreateSupervisor()

  const submit = () =>
    create.mutate(supervisorPayload(draft), {
      onSuccess: () => {
        onDraft(EMPTY_SUPERVISOR)
        onClose()
      },
      onError: ({ fields: refused }) => fields.show(refused),
    })

  return (
    <Form
      ref={fields.element}
      submit={text.create}
      working={text.creating}
      disabled={!isComplete(draft)}
      busy={create.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      <NewAccount
        askOwnHint={text.askOwnHint}
        min={PASSWORD.min}
        form={draft}
        fields={fields}
        failure={create.error}
        onRetry={create.reset}
      />
    </Form>
  )
}
