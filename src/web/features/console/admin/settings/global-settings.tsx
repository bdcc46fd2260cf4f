import { Button, Radio, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { SettingKey, SettingRequest } from '#contract/http/console/settings'
import { IDLE_MINUTES } from '#domain/account/idle'
import { AdminFailure } from '../../../../api/admin/failure.ts'
import { proveAdminKey } from '../../../../api/admin/login.ts'
import { adminSecondFactorQuery, changeAdminSecondFactor } from '../../../../api/admin/second-factor.ts'
import { auditKey } from '../../../../api/admin/system.ts'
import { adminSettingsText as text } from '../../../../text/console.ts'
import { secondFactorText } from '../../../../text/second-factor.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { SecondFactor } from '../../../../ui/second-factor/second-factor.tsx'
import { invalidate } from '../pending.ts'
import { TableBones } from '../table/table-parts.tsx'
import { limitChoices } from '../users/features-model.ts'
import { type Settings, useChangeSetting, useSettings } from './queries.ts'
import classes from './settings.module.css'

type ValueOf<Key extends SettingKey> = Extract<SettingRequest, { key: Key }>['value']

interface Choice<Value extends string = string> {
  label: string
  hint: string
  /** Every value that can be set. */
  choices: Readonly<Record<Value, { label: string; hint: string }>>
}

/** Every setting but those with a control of their own: the two selections below, and maintenance in the system's tab. */
const RADIOS = {
  public_tracking: { label: text.tracking, hint: text.trackingHint, choices: text.trackingChoices },
  supervisor_second_factor: {
    label: text.secondFactor,
    hint: text.secondFactorHint,
    choices: text.secondFactorChoices,
  },
  registration: { label: text.registration, hint: text.registrationHint, choices: text.registrationChoices },
} as const satisfies {
  [Key in Exclude<SettingKey, 'operator_limit' | 'maintenance_mode' | 'desk_idle_minutes'>]: Choice<
    ValueOf<Key>
  >
}

/** Settings that hold for all users. */
export function GlobalSettings({ onUsers }: { onUsers: () => void }) {
  const { query, settings } = useSettings()
  const change = useChangeSetting()
  return (
    <section className={classes.panel} aria-labelledby="admin-global">
      <h2 id="admin-global" tabIndex={-1}>
        {text.global}
      </h2>
      <p className={classes.pointer}>
        {text.pointer}
        <Button variant="default" px={12} rightSection={<ArrowRight size={18} />} onClick={onUsers}>
          {text.toUsers}
        </Button>
      </p>
      {query.isError && <LoadFailure title={text.loadFailed} query={query} reason={query.error.message} />}
      {settings === undefined && !query.isError && <TableBones label={text.loading} />}
      {settings && <Choices settings={settings} onChange={change} />}
      {/* Not before the choices above it: they would push it down. */}
      {!query.isPending && <AdminSecondFactor />}
    </section>
  )
}

function Choices({ settings, onChange }: { settings: Settings; onChange: (change: SettingRequest) => void }) {
  const limit = limitChoices(settings.operator_limit)
  return (
    <>
      <Panel as="section" className={classes.card} aria-label={text.limit}>
        <Select
          className={classes.narrow ?? ''}
          label={text.limit}
          description={text.limitHint}
          data={limit.options.map((value) => ({ value, label: text.limitOption(value) }))}
          value={limit.value}
          onChange={(value) => value !== null && onChange({ key: 'operator_limit', value })}
          allowDeselect={false}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      </Panel>
      <Panel as="section" className={classes.card} aria-label={text.idle}>
        <Select
          className={classes.narrow ?? ''}
          label={text.idle}
          description={text.idleHint}
          data={IDLE_MINUTES.map((minutes) => ({
            value: String(minutes),
            label: text.idleChoice(String(minutes)),
          }))}
          value={settings.desk_idle_minutes}
          onChange={(value) => value !== null && onChange({ key: 'desk_idle_minutes', value })}
          allowDeselect={false}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      </Panel>
      {Object.entries(RADIOS).map(([key, { label, hint, choices }]) => (
        <Panel as="section" key={key} className={classes.card} aria-label={label}>
          <Radio.Group
            size="md"
            label={label}
            description={hint}
            value={settings[key as keyof typeof RADIOS]}
            onChange={(value) => onChange({ key, value } as SettingRequest)}
          >
            <Options choices={choices} />
          </Radio.Group>
        </Panel>
      ))}
    </>
  )
}

function Options({ choices }: Pick<Choice, 'choices'>) {
  return (
    <div className={classes.options}>
      {Object.entries(choices).map(([value, { label, hint }]) => (
        <Radio
          key={value}
          value={value}
          size="md"
          label={label}
          description={hint}
          className={classes.option ?? ''}
        />
      ))}
    </div>
  )
}

const sentence = (error: unknown): string =>
  error instanceof Error ? error.message : secondFactorText.failed

/** The second factor of the administrator. */
function AdminSecondFactor() {
  const client = useQueryClient()
  const state = useQuery(adminSecondFactorQuery)
  return (
    <Panel as="section" className={classes.card} aria-labelledby="admin-second-factor">
      <h3 id="admin-second-factor">{secondFactorText.title}</h3>
      {state.isError && (
        <LoadFailure title={secondFactorText.loadFailed} query={state} reason={state.error.message} />
      )}
      {state.data && (
        <SecondFactor
          state={state.data}
          calls={{
            ...changeAdminSecondFactor,
            prove: proveAdminKey,
            needsProof: (error) => error instanceof AdminFailure && error.needsProof,
            sentence,
            changed: () => void invalidate(client, adminSecondFactorQuery.queryKey, auditKey),
          }}
          proof={{ label: secondFactorText.key, show: secondFactorText.showKey }}
          words={{ hint: secondFactorText.adminHint, offHint: secondFactorText.adminOffHint }}
        />
      )}
    </Panel>
  )
}
