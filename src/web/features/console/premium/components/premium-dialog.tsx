import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Check, Clock, Crown, Lock, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { featuresQuery } from '../../../../api/entitlements.ts'
import { useProductConfig } from '../../../../api/product-config.ts'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { premiumText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { dismiss, readDismissed } from '../dismissed.ts'
import { dueNotice, type PremiumNotice } from '../model.ts'
import classes from './premium-dialog.module.css'

const MINUTE_MS = 60_000

/** Welcomes to premium, announces its end, or says that it has ended: one notice at a time. */
export function PremiumDialog({ userId }: { userId: number }) {
  const { data } = useQuery(featuresQuery)
  const now = useNow(MINUTE_MS)
  const [dismissed, setDismissed] = useState(() => readDismissed(userId))
  // Swedish dates are `yyyy-MM-dd`. The day is that of the device's zone.
  const today = new Date(now).toLocaleDateString('sv-SE')
  const notice = data ? dueNotice(data.features, dismissed, now, today) : null
  if (notice === null) return null

  const close = () => {
    dismiss(userId, notice, today)
    setDismissed({
      welcome: dismissed.welcome || notice.kind === 'welcome',
      endingDay: notice.kind === 'ended' ? dismissed.endingDay : today,
      endedAt: notice.kind === 'ended' ? notice.endsAt : dismissed.endedAt,
    })
  }
  return (
    <Dialog opened onClose={close} title={TITLES[notice.kind]}>
      <div className={classes.notice} data-kind={notice.kind}>
        <Words notice={notice} />
        <Button size="lg" fullWidth onClick={close}>
          {notice.kind === 'welcome' ? text.start : commonText.understood}
        </Button>
      </div>
    </Dialog>
  )
}

const TITLES: Readonly<Record<PremiumNotice['kind'], string>> = {
  welcome: text.welcomeTitle,
  ending: text.endingTitle,
  ended: text.endedTitle,
}

function Words({ notice }: { notice: PremiumNotice }) {
  if (notice.kind === 'welcome') {
    return (
      <>
        <Lead Icon={Crown}>{text.welcome}</Lead>
        <ul className={classes.features}>
          {notice.features.map((feature) => (
            <li key={feature}>
              <Check size={18} />
              {text.features[feature]}
            </li>
          ))}
        </ul>
        {notice.endsAt !== null && <p>{text.until(formatDateTime(notice.endsAt))}</p>}
      </>
    )
  }
  const when = formatDateTime(notice.endsAt)
  return (
    <>
      <Lead Icon={notice.kind === 'ended' ? Lock : Clock}>
        {notice.kind === 'ended' ? text.ended(when) : text.ending(notice.days, when)}
      </Lead>
      <p>{notice.kind === 'ended' ? text.endedHint : text.endingHint}</p>
      <Renew />
    </>
  )
}

function Lead({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <p className={classes.lead}>
      <Icon size={28} />
      <span>{children}</span>
    </p>
  )
}

function Renew() {
  const email = useProductConfig()?.supportEmail
  if (email === undefined) return null
  return (
    <p>
      {text.renew}{' '}
      <a href={`mailto:${email}`} className={classes.link}>
        {email}
      </a>
    </p>
  )
}
