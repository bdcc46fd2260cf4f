import { Button, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { DETENTION_LIMITS } from '#domain/detention/contract'
import { detentionText as text } from '../../../../text/desk.ts'
import type { useFields } from '../../../../ui/form/use-fields.ts'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { type ContractForm, withPause, withStep } from '../model.ts'
import classes from './detention.module.css'

interface RowsProps {
  form: ContractForm
  fields: ReturnType<typeof useFields<ContractForm>>
  onForm: (update: (old: ContractForm) => ContractForm) => void
}

/** What an hour costs, step by step. */
export function RateSteps({ form, fields, onForm }: RowsProps) {
  const { steps } = form
  return (
    <Rows
      legend={text.steps}
      hint={text.stepsHint}
      rows={steps}
      most={DETENTION_LIMITS.steps}
      add={text.addStep}
      onAdd={() => {
        onForm(withStep)
        // The step that was last gets a limit, which is what is to be typed next.
        return `upto${steps.at(-1)}`
      }}
      remove={steps.length > 1 ? text.removeStep : null}
      onRemove={(row) =>
        fields.change(
          'steps',
          steps.filter((step) => step !== row),
        )
      }
    >
      {(row, index) => (
        <>
          {index < steps.length - 1 ? (
            <TextInput label={text.upto} inputMode="numeric" {...fields.field(`upto${row}`)} />
          ) : (
            steps.length > 1 && <p>{text.openStep}</p>
          )}
          <TextInput label={text.rate} inputMode="decimal" {...fields.field(`rate${row}`)} />
        </>
      )}
    </Rows>
  )
}

/** When nothing is counted. */
export function Pauses({ form, fields, onForm }: RowsProps) {
  const { pauses } = form
  return (
    <Rows
      legend={text.pauses}
      hint={text.pausesHint}
      rows={pauses}
      most={DETENTION_LIMITS.pauses}
      add={text.addPause}
      onAdd={() => {
        onForm(withPause)
        return null
      }}
      remove={text.removePause}
      onRemove={(row) =>
        fields.change(
          'pauses',
          pauses.filter((pause) => pause !== row),
        )
      }
    >
      {(row) => (
        <>
          <TextInput label={text.pauseFrom} type="time" {...fields.field(`from${row}`)} />
          <TextInput label={text.pauseTo} type="time" {...fields.field(`to${row}`)} />
        </>
      )}
    </Rows>
  )
}

/** Rows of a form, to add and to remove. The focus goes to what is to be typed next, and never away. */
function Rows({
  legend,
  hint,
  rows,
  most,
  add,
  onAdd,
  remove,
  onRemove,
  children,
}: {
  legend: string
  hint: string
  rows: readonly number[]
  most: number
  add: string
  /** Answers the name of the field that gets the focus; null: the first one of the new row. */
  onAdd: () => string | null
  /** null: the only row stays. */
  remove: ((place: number) => string) | null
  onRemove: (row: number) => void
  children: (row: number, index: number) => ReactNode
}) {
  const element = useRef<HTMLFieldSetElement>(null)
  const focus = (selector: string) => element.current?.querySelector<HTMLElement>(selector)?.focus()
  return (
    <fieldset ref={element} className={classes.rows}>
      <legend>{legend}</legend>
      <p className={classes.soft}>{hint}</p>
      {rows.map((row, index) => (
        <div key={row} className={classes.row}>
          {children(row, index)}
          {remove && (
            <Button
              variant="subtle"
              px={0}
              aria-label={remove(index + 1)}
              title={remove(index + 1)}
              onClick={() => {
                flushSync(() => onRemove(row))
                focus('[data-add]')
              }}
            >
              <X size={18} />
            </Button>
          )}
        </div>
      ))}
      <ToolButton
        Icon={Plus}
        data-add
        aria-disabled={rows.length >= most}
        onClick={() => {
          if (rows.length >= most) return
          let field: string | null = null
          flushSync(() => {
            field = onAdd()
          })
          focus(field === null ? ':scope > div:last-of-type input' : `[name="${field}"]`)
        }}
      >
        {add}
      </ToolButton>
    </fieldset>
  )
}
