import { CloudCheck, Smartphone } from 'lucide-react'
import { eventLogText as text } from '../../text/page.ts'
import classes from './delivery-mark.module.css'

/** Whether an event is still on the driver's phone or on the server. */
export function DeliveryMark({ delivery }: { delivery: 'phone' | 'server' }) {
  const Icon = delivery === 'phone' ? Smartphone : CloudCheck
  return (
    <span className={classes.mark} data-delivery={delivery}>
      <Icon size={14} />
      {delivery === 'phone' ? text.onPhone : text.onServer}
    </span>
  )
}
