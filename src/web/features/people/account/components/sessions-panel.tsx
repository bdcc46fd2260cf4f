import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import type { SessionResponse } from '#contract/http/account'
import { accountQuery, endOtherSessions, endSession } from '../../../../api/account.ts'
import { accountText as text } from '../../../../text/account.ts'
import { RelativeTime } from '../../../../ui/data/relative-time.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { toast, toastFailure } from '../../../../ui/toast/toast.ts'
import { deviceText, failureSentence } from '../model.ts'
import classes from './account.module.css'

const TOAST = 'own-sessions'
const PHONES = ['Android', 'iPhone', 'iPad']

function useEnding<Which>(call: (which: Which) => Promise<unknown>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: () => toast({ title: done, id: TOAST }),
    onError: (error) => toastFailure(TOAST, text.endFailed, failureSentence(error, text.tryAgain) ?? ''),
    onSettled: () => client.invalidateQueries(accountQuery),
  })
}

/** Where the account is signed in. */
export function SessionsPanel({ sessions }: { sessions: readonly SessionResponse[] }) {
  const others = useEnding(endOtherSessions, text.othersEnded)
  const one = useEnding(endSession, text.sessionEnded)
  const busy = others.isPending || one.isPending
  return (
    <Panel as="section" className={classes.panel} aria-labelledby="account-sessions">
      <h2 id="account-sessions">{text.sessionsTitle}</h2>
      <p className={classes.hint}>{text.sessionsHint}</p>
      <ul className={classes.sessions}>
        {sessions.map((session) => {
          const Icon = PHONES.includes(session.system ?? '') ? Smartphone : Laptop
          return (
            <li key={session.id} className={classes.session}>
              <Icon size={22} />
              <div>
                <strong>{deviceText(session)}</strong>
                <span className={classes.detail}>
                  {session.current ? text.thisDevice : <RelativeTime at={session.seenAt} />}
                  {session.address !== null && ` · ${session.address}`}
                </span>
              </div>
              {!session.current && (
                <Button
                  variant="default"
                  disabled={busy}
                  aria-label={text.endOf(deviceText(session))}
                  onClick={() => one.mutate(session.id)}
                >
                  {text.end}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {sessions.length > 1 && (
        <Button variant="default" disabled={busy} onClick={() => others.mutate(undefined)}>
          {text.endOthers}
        </Button>
      )}
    </Panel>
  )
}
