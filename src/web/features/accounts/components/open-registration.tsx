import { Info } from 'lucide-react'
import { useProductConfig } from '../../../api/product-config.ts'
import { accountsText as text } from '../../../text/accounts.ts'
import box from '../../../ui/form/failure-box.module.css'
import { phaseStyle } from '../../../ui/haulage/phase.tsx'
import entry from '../../../ui/page/entry-page.module.css'
import classes from './auth.module.css'
import { RegisterForm } from './register-form.tsx'

/** The registration without an invitation; only a notice where the administrator has closed it. */
export function OpenRegistration() {
  const config = useProductConfig()
  if (config?.registration !== 'admin') return <RegisterForm />
  return (
    <div className={entry.form}>
      <div className={box.box} style={phaseStyle('waiting')} data-titled>
        <Info size={20} aria-hidden="true" />
        <div>
          <strong>{text.registrationClosedTitle}</strong>
          <p className={classes.paragraph}>{text.registrationClosedSupervisor}</p>
          <p className={classes.paragraph}>{text.registrationClosedOperator}</p>
        </div>
      </div>
      <p className={classes.paragraph}>
        {text.registrationClosedContact}{' '}
        <a href={`mailto:${config.supportEmail}`} className={classes.link}>
          {config.supportEmail}
        </a>
      </p>
    </div>
  )
}
