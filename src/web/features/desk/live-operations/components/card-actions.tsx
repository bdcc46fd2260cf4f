import { Check, Expand, Link2, type LucideIcon, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { parseNumbers, remember } from '#domain/container/recent-numbers'
import type { Operation } from '../../../../api/operation.ts'
import { createLink } from '../../../../api/supervisor-operations.ts'
import { HttpError } from '../../../../lib/http.ts'
import { readStored, writeStored } from '../../../../lib/storage.ts'
import { operationLinksText, liveOperationsText as text } from '../../../../text/desk.ts'
import { CloseButton } from '../../../../ui/dialog/close-button.tsx'
import { copyWhenReady } from '../../../../ui/links/copy-when-ready.ts'
import { toast, toastFailure } from '../../../../ui/toast/toast.ts'
import type { LinkedOperation } from '../links.ts'
import classes from './card-actions.module.css'

const COPIED_MS = 3000

function useShare(operationKey: string, containerNumber: string) {
  const [state, setState] = useState<'idle' | 'working' | 'copied'>('idle')
  /** A link that could not be copied: it stays on the card until it is closed. */
  const [link, setLink] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const toastId = `link-copied-${operationKey}`

  async function share(): Promise<void> {
    setState('working')
    setLink(null)
    const made = createLink(operationKey)
    try {
      const copied = await copyWhenReady(made)
      rememberShared(containerNumber)
      if (copied) {
        setState('copied')
        toast({ title: text.linkCopied, id: toastId })
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setState('idle'), COPIED_MS)
      } else {
        setState('idle')
        setLink(await made)
        toastFailure(toastId, text.copyFailed, text.copyByHand)
      }
    } catch (error) {
      setState('idle')
      toastFailure(toastId, text.copyFailed, error instanceof HttpError ? error.sentence : text.shareFailed)
    }
  }

  return { state, link, share, closeLink: () => setLink(null) }
}

/** The small actions at the foot of a card; what is not in the supervisor's plan says so. */
export function CardActions({
  operation: { operationKey, containerNumber },
  name,
  mayView,
  mayShare,
  onLinks,
}: {
  operation: Operation
  /** Names the card for screen readers. */
  name: string
  mayView: boolean
  mayShare: boolean
  onLinks: (operation: LinkedOperation) => void
}) {
  const { state, link, share, closeLink } = useShare(operationKey, containerNumber)
  const copied = state === 'copied'
  const shareLabel = copied ? text.copied : text.share
  const ShareIcon = copied ? Check : Share2
  return (
    <div className={classes.foot}>
      {link !== null && <LinkByHand link={link} onClose={closeLink} />}
      <div className={classes.actions}>
        {mayView ? (
          <a
            className={`${classes.action} ${classes.worded}`}
            href={`/container/${encodeURIComponent(operationKey)}`}
            target="_blank"
            tabIndex={-1}
            rel="noopener"
            aria-label={`${text.fullView}: ${name}`}
          >
            <Expand size={16} />
            {text.fullView}
          </a>
        ) : (
          <LockedAction label={text.fullView} Icon={Expand} />
        )}
        {mayShare ? (
          <button
            type="button"
            tabIndex={-1}
            className={`${classes.action} ${classes.worded}`}
            data-copied={copied || undefined}
            disabled={state === 'working'}
            onClick={() => void share()}
            aria-label={`${shareLabel}: ${name}`}
          >
            <ShareIcon size={16} />
            {shareLabel}
          </button>
        ) : (
          <LockedAction label={text.share} Icon={Share2} />
        )}
        <button
          type="button"
          tabIndex={-1}
          className={classes.action}
          title={mayShare ? operationLinksText.button : text.locked}
          disabled={!mayShare}
          onClick={() => onLinks({ operationKey, name })}
          aria-label={`${operationLinksText.button}: ${name}`}
        >
          <Link2 size={18} />
        </button>
      </div>
    </div>
  )
}

function LockedAction({ label, Icon }: { label: string; Icon: LucideIcon }) {
  return (
    <span className={classes.slot} title={text.locked}>
      <button
        type="button"
        className={`${classes.action} ${classes.worded}`}
        disabled
        aria-label={`${label}. ${text.locked}`}
      >
        <Icon size={16} />
        {label}
      </button>
    </span>
  )
}

function LinkByHand({ link, onClose }: { link: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <div className={classes.byHand}>
      <input
        ref={field}
        className={classes.link}
        readOnly
        value={link}
        aria-label={text.link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CloseButton label={text.closeLink} onClose={onClose} />
    </div>
  )
}

const KEY = 'shared-numbers'

/**
 * Keeps the number of a shared container, which the tracking search offers (features/public/tracking/offer-shared.ts). Not the
 * operation key: the next person at this computer would see driver and place by it.
 */
function rememberShared(containerNumber: string): void {
  writeStored(KEY, remember(parseNumbers(readStored(KEY)), containerNumber))
}
