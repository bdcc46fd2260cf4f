import { Button } from '@mantine/core'
import { BellOff, BellRing } from 'lucide-react'
import { alertsText as text } from '../../../../text/alerts.ts'
import { usePushState, useSwitchPush } from '../push.ts'
import classes from './alerts.module.css'

/** Push messages to this browser. It is asked for its permission only by the press. */
export function PushSwitch() {
  const { data: state } = usePushState()
  const change = useSwitchPush()
  const on = state === 'on'
  return (
    <section aria-labelledby="push-heading" className={classes.part}>
      <h3 id="push-heading">{text.pushHeading}</h3>
      <p className={classes.soft} role="status">
        {state === 'denied' && text.pushDenied}
        {state === 'unsupported' && text.pushUnsupported}
        {on && text.pushIsOn} {(on || state === 'off' || state === undefined) && text.pushHint}
      </p>
      {(on || state === 'off') && (
        <Button
          variant="default"
          className={classes.push}
          leftSection={on ? <BellOff size={18} /> : <BellRing size={18} />}
          loading={change.isPending}
          onClick={() => change.mutate(!on)}
        >
          {on ? text.pushOff : text.pushOn}
        </Button>
      )}
    </section>
  )
}
