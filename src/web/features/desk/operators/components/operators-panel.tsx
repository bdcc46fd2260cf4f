import '../../../../styles/styles-form.ts'
import '../../../../styles/styles-tabs.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { QrCode, TriangleAlert, UserPlus, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OperatorResponse } from '#contract/http/people/operators'
import { provePassword } from '../../../../api/people/account.ts'
import { operatorsQuery } from '../../../../api/people/operators.ts'
import { operatorsText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { ReportedRefresh } from '../../../../ui/data/refresh-button.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { ProofField } from '../../../../ui/form/proof-field.tsx'
import { SearchInput } from '../../../../ui/form/search-field.tsx'
import { useProof } from '../../../../ui/form/use-proof.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { EMPTY_OPERATOR, type OperatorDialogProps, operatorFailure, searchOperators } from '../model.ts'
import { useOperatorLimit, useRemoveOperator } from '../queries.ts'
import { AddDialog } from './add-dialog.tsx'
import { EditForms } from './edit-forms.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { type OperatorAction, OperatorList, OperatorSkeletons } from './operator-list.tsx'
import { OperatorMetrics } from './operator-metrics.tsx'
import classes from './operators.module.css'

type Open = { kind: 'add' | 'invite' } | { kind: OperatorAction; operator: OperatorResponse } | null

const DIALOGS = [
  { kind: 'edit', title: text.editTitle, Content: EditForms },
  { kind: 'metrics', title: text.metricsTitle, Content: OperatorMetrics },
  { kind: 'remove', title: text.removeTitle, Content: RemoveQuestion },
] as const

/** 'Gestión de Mis Operadores'. */
export function OperatorsPanel() {
  const query = useQuery(operatorsQuery)
  const limit = useOperatorLimit()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<Open>(null)
  // State of the panel and not of the dialog, so that closing by mistake loses no input.
  const [draft, setDraft] = useState(EMPTY_OPERATOR)
  const operators = query.data
  const full = operators !== undefined && limit !== null && operators.length >= limit
  const close = () => setOpen(null)

  return (
    <section aria-labelledby="operators-heading" className={classes.panel}>
      <header className={classes.heading}>
        <h2 id="operators-heading">{text.heading}</h2>
        <div className={classes.tools}>
          <ReportedRefresh id="operators-refreshed" words={text} refetch={() => query.refetch()} />
          <ToolButton Icon={QrCode} px={14} onClick={() => setOpen({ kind: 'invite' })}>
            {text.invite}
          </ToolButton>
          <ToolButton
            Icon={UserPlus}
            variant="filled"
            px={14}
            disabled={full}
            onClick={() => setOpen({ kind: 'add' })}
          >
            {text.add}
          </ToolButton>
        </div>
      </header>
      <LimitBanner count={operators?.length ?? null} limit={limit} />
      <SearchInput aria-label={text.search} placeholder={text.searchHint} value={typed} onChange={setTyped} />
      {query.isError && <LoadFailure title={text.loadFailed} query={query} />}
      {operators === undefined && !query.isError && <OperatorSkeletons />}
      {operators && (
        <Found
          operators={operators}
          typed={typed}
          onClear={() => setTyped('')}
          onAdd={() => setOpen({ kind: 'add' })}
          onAction={(kind, operator) => setOpen({ kind, operator })}
        />
      )}
      <AddDialog
        opened={open?.kind === 'add'}
        draft={draft}
        onDraft={setDraft}
        blocked={full ? limit : null}
        onClose={close}
      />
      <InviteDialog opened={open?.kind === 'invite'} blocked={full ? limit : null} onClose={close} />
      {DIALOGS.map(({ kind, title, Content }) => (
        <Dialog key={kind} opened={open?.kind === kind} onClose={close} title={title}>
          {open?.kind === kind && <Content operator={open.operator} onClose={close} />}
        </Dialog>
      ))}
    </section>
  )
}

/** How many operators there are, and the limit. Keeps its place while unknown. */
function LimitBanner({ count, limit }: { count: number | null; limit: number | null }) {
  const known = count !== null && limit !== null
  const full = known && count >= limit
  return (
    <p className={classes.banner} data-full={full || undefined} role="status">
      {full ? <TriangleAlert size={18} /> : <UsersRound size={18} />}
      {known && (
        <span>
          <strong>{text.count(count, limit)}</strong> {full && text.limitReached}{' '}
          {full && text.limitBlocks(limit)}
        </span>
      )}
    </p>
  )
}

function Found({
  operators,
  typed,
  onClear,
  onAdd,
  onAction,
}: {
  operators: readonly OperatorResponse[]
  typed: string
  onClear: () => void
  onAdd: () => void
  onAction: (action: OperatorAction, operator: OperatorResponse) => void
}): ReactNode {
  const found = searchOperators(operators, typed)
  if (operators.length === 0) {
    return (
      <Empty Icon={UsersRound} title={text.none}>
        <span>{text.noneHint}</span>
        <ToolButton Icon={UserPlus} variant="filled" onClick={onAdd}>
          {text.addFirst}
        </ToolButton>
      </Empty>
    )
  }
  if (found.length === 0) {
    return (
      <Empty role="status" title={text.notFound}>
        <Button variant="default" onClick={onClear}>
          {commonText.clearSearch}
        </Button>
      </Empty>
    )
  }
  return <OperatorList operators={found} onAction={onAction} />
}

function RemoveQuestion({ operator, onClose }: OperatorDialogProps) {
  const remove = useRemoveOperator()
  const proof = useProof(
    (currentPassword) => provePassword({ currentPassword }),
    (error) => operatorFailure(error, text.removeFallback).message,
  )

  const submit = () =>
    void proof.first(() =>
      remove.mutate(operator.id, {
        onSuccess: onClose,
        onError: ({ needsProof }) => needsProof && proof.ask(),
      }),
    )

  return (
    <Form
      failure={!proof.asked && remove.error?.message}
      submit={text.remove}
      working={text.removing}
      dangerous
      busy={remove.isPending || proof.busy}
      onSubmit={submit}
      onCancel={onClose}
    >
      <p className={classes.question}>{text.removeQuestion(operator.displayName, operator.username)}</p>
      <p className={classes.note}>{text.removeNote}</p>
      <ProofField proof={proof} label={text.ownPassword} hint={text.ownPasswordHint} />
    </Form>
  )
}
