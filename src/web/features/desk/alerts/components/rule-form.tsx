import { Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlertRuleResponse } from '#contract/http/desk/alerts'
import { ALERT_KINDS, type AlertKind } from '#domain/alert/kinds'
import { triedRuleQuery } from '../../../../api/desk/alerts.ts'
import { alertsText as text } from '../../../../text/alerts.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { firedText, formOf, newRule, parametersIn, type RuleForm, readRule } from '../model.ts'
import { reason, useSaveRule } from '../queries.ts'
import classes from './alerts.module.css'

const TYPING_MS = 400
const FIRST_KIND: AlertKind = 'stop_long'

/** A rule to add or change. `rule` null: a new one. */
export function RuleFormFields({ rule, onClose }: { rule: AlertRuleResponse | null; onClose: () => void }) {
  const [form, setForm] = useState<RuleForm>(() => (rule ? formOf(rule) : newRule(FIRST_KIND)))
  const { element, field, check, show } = useFields(form, setForm)
  const save = useSaveRule()
  const { kind } = form

  const submit = () => {
    const read = readRule(form)
    if ('errors' in read) show(read.errors)
    else save.mutate({ id: rule?.id ?? null, rule: read }, { onSuccess: onClose })
  }

  return (
    <Form
      ref={element}
      className={classes.form}
      failed={text.saveFailed}
      failure={save.error && reason(save.error)}
      busy={save.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      {rule === null && (
        <NativeSelect
          size="md"
          label={text.kindLabel}
          value={kind}
          data={ALERT_KINDS.map((value) => ({ value, label: text.kinds[value] }))}
          onChange={({ currentTarget }) =>
            setForm({ ...newRule(currentTarget.value as AlertKind), enabled: form.enabled })
          }
        />
      )}
      <p className={classes.soft}>{text.hints[kind]}</p>
      <div className={classes.parameters}>
        {parametersIn(kind).map((name) => (
          <TextInput
            key={name}
            inputMode="decimal"
            autoComplete="off"
            label={text.parameters[name]}
            {...field(name)}
          />
        ))}
      </div>
      <WouldHave form={form} />
      <fieldset className={classes.told}>
        <legend>{text.whereTold}</legend>
        {(['push', 'mail'] as const).map((name) => (
          <Checkbox key={name} size="md" label={text[name]} {...check(name)} />
        ))}
      </fieldset>
      <Switch size="md" label={text.ruleEnabled} {...check('enabled')} />
    </Form>
  )
}

/** How many alerts the rule would have raised, asked when the typing rests. */
function WouldHave({ form }: { form: RuleForm }) {
  const [settled] = useDebouncedValue(form, TYPING_MS)
  const read = readRule(settled)
  const tried = useQuery(
    triedRuleQuery('errors' in read ? null : { kind: read.kind, parameters: read.parameters }),
  )
  return (
    <p role="status" className={classes.tried}>
      {text.wouldHave}{' '}
      <strong>
        {tried.data
          ? firedText(tried.data)
          : tried.isError
            ? text.notCounted
            : tried.isFetching
              ? text.counting
              : '–'}
      </strong>
    </p>
  )
}
