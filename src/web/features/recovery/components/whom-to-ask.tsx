import { useProductConfig } from '../../../api/product-config.ts'
import { recoveryText as text } from '../../../text/recovery.ts'
import classes from './recovery.module.css'

/** For drivers whose account has no email address: most were created by their supervisor. */
export function WhomToAsk() {
  const email = useProductConfig()?.supportEmail
  return (
    <section className={classes.ask}>
      <h2>{text.noEmailTitle}</h2>
      <p>{text.noEmail}</p>
      {/* Rendered empty while the address loads, so that nothing shifts. */}
      <p className={classes.support}>
        {email !== undefined && (
          <>
            {text.support} <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
      </p>
    </section>
  )
}
