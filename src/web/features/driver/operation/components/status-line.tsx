import { CircleAlert, CloudCheck, CloudUpload, LogIn, WifiOff, Wrench } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { maintenance } from '../../../../lib/maintenance.ts'
import { useStore } from '../../../../lib/store.ts'
import { useOnline } from '../../../../lib/use-online.ts'
import { outboxText as text } from '../../../../text/driver.ts'
import type { OutboxView } from '../outbox/kept-box.ts'
import { type StatusLook, statusLineView } from '../status-line-model.ts'
import classes from './status-line.module.css'

const ICONS = {
  sent: CloudCheck,
  sending: CloudUpload,
  offline: WifiOff,
  held: LogIn,
  unread: CircleAlert,
  refused: CircleAlert,
  maintenance: Wrench,
} satisfies Record<StatusLook, unknown>

export interface StatusLineProps {
  view: OutboxView
  unsent: number
  /** How many refused presses the driver has not read. */
  refusals: number
  signedIn: boolean
}

/** What still waits on this phone. Always the same height. */
export function StatusLine({ view, unsent, refusals, signedIn }: StatusLineProps) {
  const online = useOnline()
  const line = useRef<HTMLDivElement>(null)
  useToastsBelow(line)
  const { look, words } = statusLineView({
    unsent,
    refusals,
    sender: view.sender,
    online,
    signedIn,
    unread: view.unread,
    maintenance: useStore(maintenance),
  })
  const Icon = ICONS[look]
  return (
    <section className={classes.frame} aria-label={text.label}>
      <div ref={line} className={classes.line} data-look={look}>
        <span className={classes.words} role="status">
          <Icon size={18} />
          {words}
        </span>
        {!signedIn && (
          <Link href="/auth" className={classes.signIn}>
            {text.signIn}
          </Link>
        )}
      </div>
      {!view.durable && <p className={classes.hint}>{text.notKept}</p>}
      {view.othersWait && <p className={classes.hint}>{text.othersWait}</p>}
    </section>
  )
}

const TOASTS_FROM = '--toasts-from'
const GAP_PX = 8

/** Keeps toasts, which come from the top on a phone, below the line. */
function useToastsBelow(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const place = () => {
      const bottom = element.current?.getBoundingClientRect().bottom ?? 0
      style.setProperty(TOASTS_FROM, `${Math.ceil(bottom) + GAP_PX}px`)
    }
    // Whatever appears above the line changes the size of the area around it.
    const area = element.current?.closest('main')
    const observer = new ResizeObserver(place)
    if (element.current) observer.observe(element.current)
    if (area) observer.observe(area)
    return () => {
      observer.disconnect()
      style.removeProperty(TOASTS_FROM)
    }
  }, [element])
}
