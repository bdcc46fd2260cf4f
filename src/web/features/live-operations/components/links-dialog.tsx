import '../../../styles/styles-form.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link2, Link2Off, Timer } from 'lucide-react'
import { useState } from 'react'
import type { LinkResponse } from '#contract/http/links'
import { linksQuery } from '../../../api/operation-links.ts'
import { formatDateTime } from '../../../lib/time/date-time.ts'
import { operationLinksText as text } from '../../../text/operation-links.ts'
import { Dialog, useHoldOpen } from '../../../ui/dialog/dialog.tsx'
import { FormButtons } from '../../../ui/form/form-buttons.tsx'
import { Pill } from '../../../ui/haulage/phase.tsx'
import { Bone } from '../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import { toast, toastFailure } from '../../../ui/toast/toast.ts'
import { copyWhenReady } from '../clipboard.ts'
import { type LinkedOperation, useRevokeLink } from '../links.ts'
import { LinkForm } from './link-form.tsx'
import classes from './links-dialog.module.css'

/** The links of one operation: who may see it, until when, and how often it was seen. */
export function LinksDialog({ operation, onClose }: { operation: LinkedOperation; onClose: () => void }) {
  const query = useQuery(linksQuery(operation.operationKey))
  return (
    <Dialog opened onClose={onClose} title={text.title(operation.name)}>
      <div className={classes.body}>
        <p className={classes.note}>{text.hint}</p>
        {query.data ? (
          <ul className={classes.list} aria-label={text.list}>
            {query.data.map((link) => (
              <LinkRow key={link.id} link={link} operationKey={operation.operationKey} />
            ))}
          </ul>
        ) : query.isError ? (
          <LoadFailure title={text.loadFailed} query={query} />
        ) : (
          <div className={classes.list} role="status" aria-label={text.loading}>
            <Bone width="60%" />
            <Bone />
            <Bone width="40%" />
          </div>
        )}
        <LinkForm operationKey={operation.operationKey} />
        <Button variant="default" fullWidth onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </Dialog>
  )
}

const STATES = {
  valid: { phase: 'done', Icon: Link2 },
  expired: { phase: 'stale', Icon: Timer },
  revoked: { phase: 'stopped', Icon: Link2Off },
} as const

function LinkRow({ link, operationKey }: { link: LinkResponse; operationKey: string }) {
  const [asking, setAsking] = useState(false)
  const name = link.name ?? text.defaultName
  const { phase, Icon } = STATES[link.state]
  return (
    <li className={classes.link}>
      <div className={classes.head}>
        <strong>{name}</strong>
        <Pill small phase={phase} Icon={Icon}>
          {text.states[link.state]}
        </Pill>
      </div>
      <p className={classes.note}>{text.levels[link.level]}</p>
      {link.tellsArrival && <p className={classes.note}>{text.arrivalTold}</p>}
      <p className={classes.note}>{validity(link)}</p>
      <p className={classes.note}>{viewsText(link)}</p>
      {link.state === 'valid' && link.url === null && <p className={classes.note}>{text.noAddress}</p>}
      {link.state === 'valid' &&
        (asking ? (
          <RevokeQuestion id={link.id} operationKey={operationKey} onDone={() => setAsking(false)} />
        ) : (
          <div className={classes.actions}>
            {link.url !== null && <CopyButton url={link.url} name={name} />}
            <Button variant="default" aria-label={text.revokeOf(name)} onClick={() => setAsking(true)}>
              {text.revoke}
            </Button>
          </div>
        ))}
    </li>
  )
}

function validity({ state, expiresAt, revokedAt }: LinkResponse): string {
  if (state === 'revoked') return text.revokedAt(formatDateTime(revokedAt ?? ''))
  if (expiresAt === null) return text.untilEnd
  return state === 'expired'
    ? text.expiredAt(formatDateTime(expiresAt))
    : text.until(formatDateTime(expiresAt))
}

function viewsText({ views: { count, firstAt, lastAt } }: LinkResponse): string {
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

function RevokeQuestion({
  id,
  operationKey,
  onDone,
}: {
  id: LinkResponse['id']
  operationKey: string
  onDone: () => void
}) {
  const revoke = useRevokeLink(operationKey)
  useHoldOpen(revoke.isPending)
  return (
    <div role="alert">
      <p>{text.revokeQuestion}</p>
      <FormButtons cancel={text.cancel} onCancel={onDone} busy={revoke.isPending}>
        <Button
          color="red"
          loading={revoke.isPending}
          onClick={() => revoke.mutate(id, { onSuccess: onDone })}
        >
          {text.revokeConfirm}
        </Button>
      </FormButtons>
    </div>
  )
}
