import { Button } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { isAdminArea } from '../../lib/admin-area.ts'
import { maintenance } from '../../lib/maintenance.ts'
import { useStore } from '../../lib/store.ts'
import { maintenanceText as text } from '../../text/maintenance.ts'
import { withoutEscape } from '../../ui/dialog/without-escape.ts'
import { Mark } from '../../ui/page/mark.tsx'
import classes from './maintenance.module.css'
import { useUntilOver } from './until-over.ts'

/**
 * Covers the whole page during maintenance. A modal dialog lies over every other one and makes the page below inert
 * without unmounting it, so nothing typed is lost.
 */
export function MaintenanceScreen() {
  const [path] = useLocation()
  // Not in the console: maintenance is switched off there.
  const on = useStore(maintenance) && !isAdminArea(path)
  const { check, checking, asked } = useUntilOver(on, path === '/operator')
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
        // A browser closes the dialog at the second 'back', whatever the page says: open it again.
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
