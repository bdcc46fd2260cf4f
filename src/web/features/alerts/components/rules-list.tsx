import { Button, Checkbox, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AlertRulesResponse } from '#contract/http/alerts'
import { KINDS, PARAMETERS, wrongParameter } from '#domain/alert/kinds'
import { alertRulesQuery } from '../../../api/alerts.ts'
import { alertsText as text } from '../../../text/alerts.ts'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { firedText } from '../model.ts'
import { useChangeRule } from '../queries.ts'
import classes from './alerts.module.css'

type Rule = AlertRulesResponse[number]

/** Each rule with its switch, its parameters, and how often it would have fired. */
export function RulesList() {
  const query = useQuery(alertRulesQuery)
  return (
    <section aria-labelledby="rules-heading" className={classes.part}>
      <h3 id="rules-heading">{text.rules}</h3>
      <p className={classes.soft}>{text.rulesHint}</p>
      {query.isError && <LoadFailure title={text.rulesFailed} query={query} />}
      {query.isPending && <p className={classes.soft}>{text.counting}</p>}
      {query.data && (
        <Panel as="ul" className={classes.list}>
          {query.data.map((rule) => (
            // Another number on the server: the fields show it.
            <RuleRow key={`${rule.id} ${JSON.stringify(rule.parameters)}`} rule={rule} />
          ))}
        </Panel>
      )}
    </section>
  )
}

function RuleRow({ rule }: { rule: Rule }) {
  const change = useChangeRule()
  const names = PARAMETERS.filter((name) => name in KINDS[rule.kind].parameters)
  const [typed, setTyped] = useState(() =>
    Object.fromEntries(names.map((name) => [name, String(rule.parameters[name] ?? '')])),
  )
  const parameters = Object.fromEntries(names.map((name) => [name, Number(typed[name])]))
  const changed = names.some((name) => parameters[name] !== rule.parameters[name])
  const wrong = wrongParameter(rule.kind, parameters)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wrong === null) change.mutate({ ...rule, parameters })
  }
  return (
    <li className={classes.rule}>
      <div className={classes.line}>
        <Switch
          size="md"
          label={<strong>{text.kinds[rule.kind]}</strong>}
          aria-label={text.ruleOn(text.kinds[rule.kind])}
          checked={rule.enabled}
          onChange={({ currentTarget }) => change.mutate({ ...rule, enabled: currentTarget.checked })}
        />
        <span className={classes.fired}>{firedText(rule)}</span>
      </div>
      <p className={classes.soft}>{text.hints[rule.kind]}</p>
      <form className={classes.parameters} onSubmit={submit} noValidate>
        {names.map((name) => {
          const bounds = KINDS[rule.kind].parameters[name]
          return (
            <TextInput
              key={name}
              type="number"
              inputMode="decimal"
              label={text.parameters[name]}
              min={bounds?.min}
              max={bounds?.max}
              step={bounds?.step}
              error={wrong === name ? `${bounds?.min} – ${bounds?.max}` : undefined}
              value={typed[name] ?? ''}
              onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
            />
          )
        })}
        {changed && (
          <Button type="submit" disabled={wrong !== null}>
            {text.save}
          </Button>
        )}
      </form>
      <div className={classes.line}>
        <Checkbox
          label={text.push}
          checked={rule.push}
          onChange={({ currentTarget }) => change.mutate({ ...rule, push: currentTarget.checked })}
        />
        <Checkbox
          label={text.mail}
          checked={rule.mail}
          onChange={({ currentTarget }) => change.mutate({ ...rule, mail: currentTarget.checked })}
        />
      </div>
    </li>
  )
}
