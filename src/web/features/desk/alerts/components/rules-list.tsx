import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BellPlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AlertRulesResponse } from '#contract/http/desk/alerts'
import { ALERT_KINDS } from '#domain/alert/kinds'
import { alertRulesQuery } from '../../../../api/desk/alerts.ts'
import { alertsText as text } from '../../../../text/alerts.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { firedText, settingsText } from '../model.ts'
import { reason, useRemoveRule, useSwitchRule } from '../queries.ts'
import classes from './alerts.module.css'
import { RuleFormFields } from './rule-form.tsx'

type Rule = AlertRulesResponse[number]

/** By kind; of one kind the standard rule first, as the server has them. */
const inOrder = (rules: readonly Rule[]): Rule[] =>
  ALERT_KINDS.flatMap((kind) => rules.filter((rule) => rule.kind === kind))

/** Each rule with its switch, what it allows, and how often it would have fired; and the form for it. */
export function RulesList() {
  const query = useQuery(alertRulesQuery)
  const [editing, setEditing] = useState<Rule | 'new' | null>(null)
  const [removing, setRemoving] = useState<Rule | null>(null)
  const close = () => setEditing(null)
  return (
    <section aria-labelledby="rules-heading" className={classes.part}>
      <header className={classes.heading}>
        <h3 id="rules-heading">{text.rules}</h3>
        <ToolButton Icon={BellPlus} onClick={() => setEditing('new')}>
          {text.addRule}
        </ToolButton>
      </header>
      <p className={classes.soft}>{text.rulesHint}</p>
      {query.isError && <LoadFailure title={text.rulesFailed} query={query} />}
      {query.isPending && <p className={classes.soft}>{text.counting}</p>}
      {query.data && (
        <Panel as="ul" className={classes.list} aria-label={text.rules}>
          {inOrder(query.data).map((rule) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              onEdit={() => setEditing(rule)}
              onRemove={() => setRemoving(rule)}
            />
          ))}
        </Panel>
      )}
      <Dialog
        opened={editing !== null}
        onClose={close}
        title={
          editing === null || editing === 'new' ? text.newRule : text.changeRule(text.kinds[editing.kind])
        }
      >
        {editing && <RuleFormFields rule={editing === 'new' ? null : editing} onClose={close} />}
      </Dialog>
      <Dialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={removing ? text.removeRule(text.kinds[removing.kind]) : ''}
      >
        {removing && <RemoveQuestion rule={removing} onClose={() => setRemoving(null)} />}
      </Dialog>
    </section>
  )
}

function RuleRow({ rule, onEdit, onRemove }: { rule: Rule; onEdit: () => void; onRemove: () => void }) {
  const change = useSwitchRule()
  const name = text.kinds[rule.kind]
  const settings = settingsText(rule)
  return (
    <li className={classes.row}>
      <div className={classes.rule}>
        <Switch
          size="md"
          label={<strong>{name}</strong>}
          aria-label={`${text.ruleOn(name)}, ${settings}`}
          checked={rule.enabled}
          onChange={({ currentTarget }) => change.mutate({ ...rule, enabled: currentTarget.checked })}
        />
        <span className={classes.soft}>{settings}</span>
        <span className={classes.fired}>{firedText(rule)}</span>
      </div>
      {!rule.isStandard && (
        <Button
          variant="subtle"
          color="red"
          px="var(--space-6)"
          aria-label={`${text.removeRule(name)}, ${settings}`}
          title={text.remove}
          onClick={onRemove}
        >
          <Trash2 size={18} />
        </Button>
      )}
      <Button
        variant="subtle"
        px="var(--space-6)"
        aria-label={`${text.changeRule(name)}, ${settings}`}
        title={text.changeRule(name)}
        onClick={onEdit}
      >
        <Pencil size={18} />
      </Button>
    </li>
  )
}

function RemoveQuestion({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const remove = useRemoveRule()
  return (
    <Form
      className={classes.form}
      failed={text.saveFailed}
      failure={remove.error && reason(remove.error)}
      submit={text.remove}
      working={text.removing}
      dangerous
      busy={remove.isPending}
      onSubmit={() => remove.mutate(rule.id, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{text.removeQuestion(text.kinds[rule.kind], settingsText(rule))}</p>
      <p className={classes.soft}>{text.removeNote}</p>
    </Form>
  )
}
