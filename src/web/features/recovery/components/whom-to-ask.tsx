import { useProductConfig } from '../../../api/product-config.ts'
import { recoveryText as text } from '../../../text/recovery.ts'
import classes from './recovery.module.css'

/** Most drivers' accounts were made by their supervisor and have no address: a mail cannot help them. */
export function WhomToAsk() {
  const email = useProductConfig()?.supportEmail
  return (
    <section className={classes.ask}>
      <h2>{text.noEmailTitle}</h2>
      <p>{text.noEmail}</p>
      {/* Its place is kept while the address is on its way. */}
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
