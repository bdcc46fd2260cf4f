import { Button } from '@mantine/core'
import { Link2, Link2Off, Timer } from 'lucide-react'
import { useState } from 'react'
import type { LinkResponse } from '#contract/http/public/links'
import { formatDateTime } from '../../lib/time/date-time.ts'
import { operationLinksText as text } from '../../text/desk.ts'
import { useHoldOpen } from '../dialog/dialog.tsx'
import { FormButtons } from '../form/form-buttons.tsx'
import { Pill } from '../haulage/phase.tsx'
import { toast, toastFailure } from '../toast/toast.ts'
import { copyWhenReady } from './copy-when-ready.ts'
import classes from './shared-link.module.css'

type Shared = Pick<LinkResponse, 'url' | 'state' | 'expiresAt' | 'revokedAt' | 'views'> & { name: string }

const STATES = {
  valid: { phase: 'done', Icon: Link2 },
  expired: { phase: 'stale', Icon: Timer },
  revoked: { phase: 'stopped', Icon: Link2Off },
} as const

/** One link of a list: whether it opens, until when, how often it was seen; to copy and to revoke. `says`: what it shows. */
export function SharedLink({
  link,
  says,
  revoking,
  onRevoke,
}: {
  link: Shared
  says: readonly string[]
  revoking: boolean
  onRevoke: (onSuccess: () => void) => void
}) {
  const [asking, setAsking] = useState(false)
  useHoldOpen(revoking)
  const { name, state, url } = link
  const { phase, Icon } = STATES[state]
  return (
    <li className={classes.link}>
      <div className={classes.head}>
        <strong>{name}</strong>
        <Pill small phase={phase} Icon={Icon}>
          {text.states[state]}
        </Pill>
      </div>
      {[...says, validity(link), viewsText(link)].map((line) => (
        <p key={line} className={classes.note}>
          {line}
        </p>
      ))}
      {state === 'valid' && url === null && <p className={classes.note}>{text.noAddress}</p>}
      {state === 'valid' &&
        (asking ? (
          <div role="alert">
            <p>{text.revokeQuestion}</p>
            <FormButtons onCancel={() => setAsking(false)} busy={revoking}>
              <Button color="red" loading={revoking} onClick={() => onRevoke(() => setAsking(false))}>
                {text.revokeConfirm}
              </Button>
            </FormButtons>
          </div>
        ) : (
          <div className={classes.actions}>
            {url !== null && <CopyButton url={url} name={name} />}
            <Button variant="default" aria-label={text.revokeOf(name)} onClick={() => setAsking(true)}>
              {text.revoke}
            </Button>
          </div>
        ))}
    </li>
  )
}

function validity({ state, expiresAt, revokedAt }: Shared): string {
  if (state === 'revoked') return text.revokedAt(formatDateTime(revokedAt ?? ''))
  if (expiresAt === null) return text.untilEnd
  return state === 'expired'
    ? text.expiredAt(formatDateTime(expiresAt))
    : text.until(formatDateTime(expiresAt))
}

function viewsText({ views: { count, firstAt, lastAt } }: Shared): string {
  if (count === 0 || firstAt === null || lastAt === null) return text.noViews
  return `${text.views(count)}: ${text.viewedAt(formatDateTime(firstAt), formatDateTime(lastAt))}`
}

function CopyButton({ url, name }: { url: string; name: string }) {
  const [byHand, setByHand] = useState(false)
  const copy = async () => {
    const copied = await copyWhenReady(Promise.resolve(url))
    setByHand(!copied)
    if (copied) toast({ title: text.linkCopied, id: 'link-copied' })
    else toastFailure('link-copied', text.copyFailed, url)
  }
  if (!byHand) {
    return (
      <Button aria-label={text.copyOf(name)} onClick={() => void copy()}>
        {text.copy}
      </Button>
    )
  }
  return (
    <input
      className={classes.address}
      readOnly
      value={url}
      aria-label={text.address(name)}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
