import { Button, Radio, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { SettingRequest } from '#contract/http/settings'
import { REGISTRATION_MODES, type RegistrationMode } from '#domain/account/registration'
import { TRACKING_VISIBILITIES, type TrackingVisibility } from '#domain/container/tracking-visibility'
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
      <Panel as="section" className={classes.card} aria-label={text.tracking}>
        <Radio.Group
          size="md"
          label={text.tracking}
          description={text.trackingHint}
          value={settings.public_tracking}
          onChange={(value) => onChange({ key: 'public_tracking', value: value as TrackingVisibility })}
        >
          <Options values={TRACKING_VISIBILITIES} words={text.trackingChoices} />
        </Radio.Group>
      </Panel>
      <Panel as="section" className={classes.card} aria-label={text.registration}>
        <Radio.Group
          size="md"
          label={text.registration}
          description={text.registrationHint}
          value={settings.registration}
          onChange={(value) => onChange({ key: 'registration', value: value as RegistrationMode })}
        >
          <Options values={REGISTRATION_MODES} words={text.registrationChoices} />
        </Radio.Group>
      </Panel>
    </>
  )
}

function Options<Value extends string>({
  values,
  words,
}: {
  values: readonly Value[]
  words: Readonly<Record<Value, { label: string; hint: string }>>
}) {
  return (
    <div className={classes.options}>
      {values.map((value) => (
        <Radio
          key={value}
          value={value}
          size="md"
          label={words[value].label}
          description={words[value].hint}
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
