import { Button } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { keptIdentity } from '../../../api/identity.ts'
import { isAdminArea } from '../../../lib/admin-area.ts'
import { maintenance } from '../../../lib/maintenance.ts'
import { useStore } from '../../../lib/store.ts'
import { maintenanceText as text } from '../../../text/page.ts'
import { withoutEscape } from '../../../ui/dialog/without-escape.ts'
import { Mark } from '../../../ui/page/mark.tsx'
import classes from './maintenance.module.css'
import { useUntilOver } from './until-over.ts'

/** Covers the page during maintenance, except the driver's: that one keeps steps on the phone. Modal, so that the page below is inert but stays mounted with what was typed. */
export function MaintenanceScreen() {
  const [path] = useLocation()
  // Not in the console, where maintenance is switched off.
  const lasts = useStore(maintenance) && !isAdminArea(path)
  const { check, checking, asked } = useUntilOver(lasts, path === '/operator')
  const on = lasts && !(path === '/operator' && keptIdentity()?.role === 'operator')
  const element = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useLayoutEffect(() => {
    const dialog = element.current
    if (!on) return
    dialog?.showModal()
    heading.current?.focus()
    const release = withoutEscape()
    return () => {
      release()
      dialog?.close()
    }
  }, [on])

  return (
    <dialog
      ref={element}
      className={classes.screen}
      aria-labelledby="maintenance-title"
      onCancel={(event) => event.preventDefault()}
      onClose={() => {
        // The second 'back' of a phone closes a dialog in spite of `onCancel`.
        if (on && element.current?.isConnected && !element.current.open) element.current.showModal()
      }}
    >
      {on && (
        <div className={classes.content}>
          <Mark size={64} />
          <h1 ref={heading} id="maintenance-title" className={classes.title} tabIndex={-1}>
            {text.title}
          </h1>
          <p>{text.lead}</p>
          <h2 className={classes.subtitle}>{text.driversTitle}</h2>
          <p>{text.drivers}</p>
          <Button size="lg" variant="default" onClick={check} aria-disabled={checking}>
            {checking ? text.checking : text.retry}
          </Button>
          <p className={classes.status} role="status">
            {asked && !checking ? text.stillOn : ''}
          </p>
        </div>
      )}
    </dialog>
  )
}
