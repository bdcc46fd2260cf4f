import '../../../../styles/styles-form.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FIRST_STATE, needsNote, SETTLEMENT_STATES, type SettlementState } from '#domain/detention/settlement'
import { type SettledSubject, settlementsQuery } from '../../../../api/desk/detention.ts'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { detentionText as text } from '../../../../text/desk.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { useSettle } from '../queries.ts'
import classes from './detention.module.css'
import { StateChip } from './state-chip.tsx'

/** What is settled, what people call it, and how it stands. */
export interface SettleTarget {
  subject: SettledSubject
  name: string
  state: SettlementState | null
}

const NEXT: Readonly<Record<SettlementState, SettlementState>> = {
  due: 'sent',
  sent: 'paid',
  disputed: 'paid',
  paid: 'due',
  waived: 'due',
}

/** Says how far visits or a month are settled, with a note, under what was said before. */
export function SettleDialog({ target, onClose }: { target: SettleTarget; onClose: () => void }) {
  const { subject, name } = target
  const from = target.state ?? FIRST_STATE
  const [state, setState] = useState<SettlementState>(NEXT[from])
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const settle = useSettle()
  const submit = () => {
    const said = note.trim()
    if (said === '' && needsNote(from, state)) setMissing(true)
    else settle.mutate({ subject, state, note: said || null }, { onSuccess: onClose })
  }
  return (
    <Dialog opened onClose={onClose} title={text.settleTitle(name)}>
      <Form
        className={`${classes.form} ${classes.tall}`}
        failure={settle.error?.message}
        busy={settle.isPending}
        onSubmit={submit}
        onCancel={onClose}
      >
        <NativeSelect
          size="md"
          label={text.state}
          value={state}
          data={SETTLEMENT_STATES.map((value) => ({ value, label: text.states[value] }))}
          onChange={({ currentTarget }) => {
            setState(currentTarget.value as SettlementState)
            setMissing(false)
          }}
        />
        <TextInput
          label={text.note}
          description={text.noteHints[state]}
          maxLength={500}
          error={missing && text.noteMissing}
          value={note}
          onChange={({ currentTarget }) => {
            setNote(currentTarget.value)
            setMissing(false)
          }}
        />
        {!('operationKeys' in subject && subject.operationKeys.length > 1) && <History subject={subject} />}
      </Form>
    </Dialog>
  )
}

function History({ subject }: { subject: SettledSubject }) {
  const query = useQuery({ ...settlementsQuery(subject), staleTime: 0 })
  if (query.isError) return <LoadFailure title={text.loadFailed} query={query} />
  if (!query.data || query.data.length === 0) return null
  return (
    <ol aria-label={text.history} className={classes.history}>
      {query.data.map(({ state, note, by, at }) => (
        <li key={`${at}${state}${note}`}>
          <StateChip state={state} />
          <span className={classes.soft}>{text.saidBy(by, formatDateTime(at))}</span>
          {note !== null && <p>{note}</p>}
        </li>
      ))}
    </ol>
  )
}
