import '../../../../styles/styles-form.ts'
import { Button, Radio } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Copy, MessageCircle, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { parseNumbers, remember } from '#domain/container/recent-numbers'
import { LINK_LEVELS, type LinkLevel } from '#domain/container/share-link'
import { linksQuery } from '../../../../api/desk/operation-links.ts'
import type { StepForecast } from '../../../../api/forecasts.ts'
import type { Operation } from '../../../../api/operation.ts'
import { HttpError } from '../../../../lib/http.ts'
import { readStored, writeStored } from '../../../../lib/storage.ts'
import { serverNow } from '../../../../lib/time/server-clock.ts'
import { operationLinksText, liveOperationsText as text } from '../../../../text/desk.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { copyWhenReady } from '../../../../ui/links/copy-when-ready.ts'
import { toast, toastFailure } from '../../../../ui/toast/toast.ts'
import { linkToShare } from '../links.ts'
import { shareMessage, whatsAppAddress } from '../share.ts'
import classes from './share-dialog.module.css'

const COPIED_MS = 3000

/** What to show first, then how it is sent; the link is made by the same press. */
export function ShareDialog({
  operation,
  expected,
  onLinks,
  onClose,
}: {
  operation: Operation
  expected: StepForecast | null
  /** To all links of the operation. */
  onLinks: () => void
  onClose: () => void
}) {
  const { operationKey, containerNumber } = operation
  const client = useQueryClient()
  // Asked for while the person chooses: a link that was made before is used again.
  useQuery(linksQuery(operationKey))
  const [level, setLevel] = useState<LinkLevel>('times')
  const [state, setState] = useState<'idle' | 'working' | 'copied'>('idle')
  /** Of this level, made or found; it could not be copied, so it stays to be copied by hand. */
  const [byHand, setByHand] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Sends the link with `send`, which gets it as a promise: browsers allow some ways only during the press. */
  async function share(send: (link: Promise<string>) => Promise<void>): Promise<void> {
    setState('working')
    setByHand(null)
    try {
      const link = linkToShare(client, operationKey, level)
      // Counts as told from the moment on that somebody may have it.
      void link.then(
        () => rememberShared(containerNumber),
        () => undefined,
      )
      await send(link)
    } catch (error) {
      const why = error instanceof HttpError ? error.sentence : text.shareFailed
      toastFailure(TOAST, text.copyFailed, why)
    }
    setState((now) => (now === 'working' ? 'idle' : now))
  }

  const message = () => shareMessage(operation, { level, expected, now: serverNow() })

  const copy = () =>
    share(async (link) => {
      if (await copyWhenReady(link)) {
        setState('copied')
        toast({ title: text.linkCopied, id: TOAST })
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setState('idle'), COPIED_MS)
      } else {
        setByHand(await link)
        toastFailure(TOAST, text.copyFailed, text.copyByHand)
      }
    })

  const sendByWhatsApp = () => {
    // Opened by the press itself: a browser blocks a window that opens after an answer.
    const opened = window.open('about:blank', '_blank')
    return share(async (link) => {
      try {
        const address = whatsAppAddress(`${message()} ${await link}`)
        if (opened === null) window.location.assign(address)
        else {
          opened.opener = null
          opened.location.replace(address)
        }
      } catch (error) {
        opened?.close()
        throw error
      }
    })
  }

  const sendByDevice = () =>
    share(async (link) => {
      const url = await link
      try {
        await navigator.share({ title: groupedText(containerNumber), text: message(), url })
      } catch (error) {
        // Closed by the person, or refused by the browser: the link is made, and stands here.
        if (!(error instanceof DOMException && error.name === 'AbortError')) setByHand(url)
      }
    })

  const working = state === 'working'
  return (
    <Dialog opened onClose={onClose} title={operationLinksText.shareTitle(groupedText(containerNumber))}>
      <div className={classes.body}>
        <Radio.Group
          label={operationLinksText.level}
          value={level}
          onChange={(chosen) => {
            setLevel(chosen as LinkLevel)
            setState('idle')
            setByHand(null)
          }}
        >
          {LINK_LEVELS_BY_USE.map((each) => (
            <Radio
              key={each}
              className={classes.level}
              value={each}
              label={operationLinksText.shareLevels[each]}
              description={operationLinksText.shareReveals[each]}
            />
          ))}
        </Radio.Group>
        <p className={classes.preview}>{message()}</p>
        {byHand !== null && (
          <input
            className={classes.link}
            readOnly
            value={byHand}
            aria-label={text.link}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
        <div className={classes.ways}>
          <Button leftSection={<MessageCircle size={18} />} disabled={working} onClick={sendByWhatsApp}>
            {operationLinksText.whatsApp}
          </Button>
          <Button
            variant="default"
            leftSection={state === 'copied' ? <Check size={18} /> : <Copy size={18} />}
            disabled={working}
            onClick={copy}
          >
            {state === 'copied' ? text.copied : operationLinksText.copyLink}
          </Button>
          {'share' in navigator && (
            <Button
              variant="default"
              leftSection={<Share2 size={18} />}
              disabled={working}
              onClick={sendByDevice}
            >
              {operationLinksText.shareWith}
            </Button>
          )}
        </div>
        <Button variant="subtle" onClick={onLinks}>
          {operationLinksText.allLinks}
        </Button>
      </div>
    </Dialog>
  )
}

const TOAST = 'link-shared'
/** The chosen one first. */
const LINK_LEVELS_BY_USE = [...LINK_LEVELS].sort((a, b) => Number(b === 'times') - Number(a === 'times'))

const KEY = 'shared-numbers'

/**
 * Keeps the number of a shared container, which the tracking search offers (features/public/tracking/offer-shared.ts). Not the
 * operation key: the next person at this computer would see driver and place by it.
 */
function rememberShared(containerNumber: string): void {
  writeStored(KEY, remember(parseNumbers(readStored(KEY)), containerNumber))
}
