import { Panel } from '../../../../ui/panel/panel.tsx'
import '../../../../styles/styles-form.ts'
import { Button, PasswordInput } from '@mantine/core'
import { ShieldCheck } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'wouter'
import { AdminFailure, loginSentence } from '../../../../api/admin/failure.ts'
import { logInAsAdmin } from '../../../../api/admin/login.ts'
import { serverNow } from '../../../../lib/time/server-clock.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { adminText as text } from '../../../../text/console.ts'
import { passwordField } from '../../../../ui/form/account-fields.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import { sayCodesLeft } from '../../../../ui/second-factor/say-codes-left.ts'
import classes from './login.module.css'

const CodeField = lazy(() => import('../../../../ui/second-factor/code-field.tsx'))

interface Refusal {
  sentence: string
  /** Epoch milliseconds of the server's clock until which logins are refused; null: none are. */
  againAt: number | null
}

/** 'Consola Administrativa'. The key exists only in the field and in the one request that sends it. */
export function AdminLogin({ ended }: { ended: boolean }) {
  const [key, setKey] = useState('')
  const [code, setCode] = useState('')
  const [codeWanted, setCodeWanted] = useState(false)
  const [missing, setMissing] = useState(false)
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    setMissing(key === '')
    if (key === '') return field.current?.focus()
    setPending(true)
    setRefusal(null)
    try {
      const { recoveryCodesLeft } = await logInAsAdmin(key, code.trim() || undefined)
      if (recoveryCodesLeft !== undefined) void sayCodesLeft(recoveryCodesLeft)
    } catch (error) {
      const wantsCode = error instanceof AdminFailure && error.wantsCode
      if (wantsCode && !codeWanted) return setCodeWanted(true)
      const seconds = error instanceof AdminFailure ? error.retryAfterSeconds : null
      setRefusal({
        sentence: loginSentence(error),
        againAt: seconds === null ? null : serverNow() + seconds * 1000,
      })
      const wrong = wantsCode ? codeField : field
      wrong.current?.focus()
      wrong.current?.select()
    } finally {
      setPending(false)
    }
  }

  return (
    <main className={classes.page}>
      <Panel className={classes.card}>
        <header className={classes.heading}>
          <ShieldCheck size={36} />
          <h1>{text.title}</h1>
        </header>
        <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
          {ended && refusal === null && (
            <p className={classes.ended} role="status">
              {text.sessionEnded}
            </p>
          )}
          {refusal && (
            <FailureBox>
              <span>{refusal.sentence}</span>
              {refusal.againAt !== null && <TryAgain at={refusal.againAt} />}
            </FailureBox>
          )}
          <PasswordInput
            ref={field}
            label={text.key}
            {...passwordField('current-password', text.showKey)}
            value={key}
            error={missing ? text.keyRequired : undefined}
            maxLength={500}
            onChange={(event) => {
              setKey(event.currentTarget.value)
              setMissing(false)
            }}
          />
          {codeWanted && (
            <Suspense>
              <CodeField
                ref={codeField}
                autoFocus
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
            </Suspense>
          )}
          <Button type="submit" size="lg" fullWidth aria-disabled={pending}>
            {pending ? text.entering : text.enter}
          </Button>
        </form>
        <Link href="/auth" className={classes.link}>
          {text.backToLogin}
        </Link>
        <LanguageSwitch />
      </Panel>
    </main>
  )
}

/** Counts down, without announcing every second to screen readers. */
function TryAgain({ at }: { at: number }) {
  const seconds = Math.ceil((at - useNow()) / 1000)
  return <span role="timer">{seconds > 0 ? text.tryAgainIn(seconds) : text.tryAgainNow}</span>
}
