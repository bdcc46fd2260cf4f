import '../../../../styles/styles-form.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CircleCheckBig } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { confirmEmail } from '../../../../api/people/account.ts'
import { keepInHistory, openedToken } from '../../../../lib/link-token.ts'
import { accountText as text } from '../../../../text/account.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import entry from '../../../../ui/page/entry-page.module.css'
import { EntryPage } from '../../../../ui/page/entry-page.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import { Outcome } from '../../../../ui/page/outcome.tsx'
import { failureSentence } from '../model.ts'

/** What the link in a mail opens. A button, because scanners of mails open links too. */
export function ConfirmScreen() {
  const [token] = useState(openedToken)
  useEffect(() => keepInHistory(token), [token])
  return (
    <EntryPage title={<h1 className={entry.title}>{text.confirmTitle}</h1>} subtitle={text.confirmSubtitle}>
      <section className={entry.card}>
        {token === null ? (
          <div className={entry.form}>
            <FailureBox kind="warning" title={text.missingTitle}>
              {text.missingToken}
            </FailureBox>
            <GoOn />
          </div>
        ) : (
          <Confirmation token={token} />
        )}
      </section>
      <LanguageSwitch />
    </EntryPage>
  )
}

function Confirmation({ token }: { token: string }) {
  const confirm = useMutation({ mutationFn: () => confirmEmail({ token }) })
  if (confirm.isSuccess) {
    return (
      <div className={entry.form}>
        <Outcome Icon={CircleCheckBig} title={text.confirmDoneTitle}>
          {text.confirmDone}
        </Outcome>
        <GoOn />
      </div>
    )
  }
  return (
    <div className={entry.form}>
      {confirm.error && (
        <FailureBox title={text.confirmErrorTitle}>{confirmFailure(confirm.error)}</FailureBox>
      )}
      <p className={entry.hint}>{text.confirmHint}</p>
      <Button
        size="lg"
        fullWidth
        aria-disabled={confirm.isPending}
        onClick={() => confirm.isPending || confirm.mutate()}
      >
        {confirm.isPending ? text.confirmPending : text.confirmSubmit}
      </Button>
    </div>
  )
}

const confirmFailure = (error: unknown): string =>
  failureSentence(error, text.confirmFailure) ?? text.confirmFailure

/** Leads to the own area, or to the login. */
const GoOn = () => (
  <Button component={Link} href="/auth" variant="default" size="lg" fullWidth>
    {text.goOn}
  </Button>
)
