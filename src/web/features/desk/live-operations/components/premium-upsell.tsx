import { Button } from '@mantine/core'
import { Lock } from 'lucide-react'
import type { Feature } from '#domain/account/entitlements'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { Panel } from '../../../../ui/panel/panel.tsx'
import classes from './premium-upsell.module.css'

/** Stands where a feature would be that is not in the supervisor's plan. */
export function PremiumUpsell({ feature }: { feature: Feature }) {
  const name = text.featureNames[feature]
  return (
    <Panel as="section" className={classes.card} aria-label={name}>
      <Lock size={36} />
      <h2>{name}</h2>
      <p>{text.upsell(name)}</p>
      <p>{text.contactAdministrator}</p>
      <span title={text.locked} className={classes.offer}>
        <Button disabled>{text.enable(name)}</Button>
      </span>
    </Panel>
  )
}
