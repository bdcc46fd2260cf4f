import { Switch } from '@mantine/core'
import { adminUsersText as text } from '../../../text/admin-users.ts'
import { useChangeFeatures, usePendingFeatures } from './features-queries.ts'
import classes from './users.module.css'

/** All five features and premium itself, on or off together. `checked` includes pending changes. */
export function PremiumSwitch({ id, name, checked }: { id: number; name: string; checked: boolean }) {
  const change = useChangeFeatures(text.premiumFailed)
  const pending = usePendingFeatures().some((other) => other.id === id)
  return (
    <Switch
      size="lg"
      className={classes.switch ?? ''}
      aria-label={text.premiumOf(name)}
      aria-busy={pending}
      checked={checked}
      onChange={(event) => change({ id, features: { premiumActivated: event.currentTarget.checked } })}
    />
  )
}
