import { Select, Switch } from '@mantine/core'
import { Crown } from 'lucide-react'
import type { ReactNode } from 'react'
import { FEATURES } from '#domain/account/entitlements'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { adminSettingsText as text } from '../../../../text/console.ts'
import { Pill } from '../../../../ui/haulage/phase.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { TableBones } from '../table/table-parts.tsx'
import { type Features, isPremium, limitChoices } from '../users/features-model.ts'
import { useChangeFeatures, useUserFeatures } from '../users/features-queries.ts'
import classes from './settings.module.css'

/** The premium features and the operator limit of one supervisor; `children` stand below them, and come with them. */
export function SupervisorSettings({ id, children }: { id: number; children: ReactNode }) {
  const { query, features } = useUserFeatures(id)
  const change = useChangeFeatures(text.changeFailed)
  if (!features) {
    if (!query.isError) return <TableBones label={text.permissionsLoading} />
    return (
      <>
        <LoadFailure title={text.permissionsFailed} query={query} reason={query.error.message} />
        {children}
      </>
    )
  }
  const limit = limitChoices(features.operatorLimit)
  return (
    <>
      <Panel as="section" className={classes.card} aria-labelledby="admin-features">
        <header className={classes.cardHead}>
          <h3 id="admin-features">{text.features}</h3>
          <Premium features={features} />
        </header>
        <ul className={classes.switches}>
          {FEATURES.map((feature) => (
            <li key={feature}>
              <Switch
                size="lg"
                labelPosition="left"
                classNames={{ body: classes.switchBody ?? '', labelWrapper: classes.switchWords ?? '' }}
                label={text.featureNames[feature].label}
                description={text.featureNames[feature].hint}
                checked={features[feature]}
                onChange={(event) => change({ id, features: { [feature]: event.currentTarget.checked } })}
              />
            </li>
          ))}
        </ul>
      </Panel>
      <Panel as="section" className={classes.card} aria-label={text.ownLimit}>
        <Select
          className={classes.narrow ?? ''}
          label={text.ownLimit}
          description={text.ownLimitHint}
          data={limit.options.map((value) => ({ value, label: text.limitOption(value) }))}
          value={limit.value}
          onChange={(value) => value !== null && change({ id, features: { operatorLimit: value } })}
          allowDeselect={false}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      </Panel>
      {children}
    </>
  )
}

function Premium({ features }: { features: Features }) {
  const now = useNow(60_000)
  const premium = isPremium(features)
  const { premiumExpirationDate: end } = features
  const expired = end !== null && Date.parse(end) <= now
  return (
    <p className={classes.premium}>
      <Pill phase={premium ? 'waiting' : 'stale'} Icon={Crown}>
        {premium ? text.premiumOn : text.premiumOff}
      </Pill>
      {end === null
        ? premium && text.noExpiry
        : expired
          ? text.expired(formatDateTime(end))
          : premium && text.expires(formatDateTime(end))}
    </p>
  )
}
