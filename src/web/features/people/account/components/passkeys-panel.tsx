import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import type { PasskeyResponse } from '#contract/http/people/passkeys'
import { LIMITS } from '#domain/account/limits'
import {
  addPasskey,
  canHavePasskeys,
  passkeySentence,
  passkeysQuery,
} from '../../../../api/people/passkeys.ts'
import { HttpError } from '../../../../lib/http.ts'
import { passkeysText as text } from '../../../../text/passkeys.ts'
import { RelativeTime } from '../../../../ui/data/relative-time.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { LinkButton } from '../../../../ui/panel/link-button.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from './account.module.css'
import { ProofForm, RemoveForm, RenameForm } from './passkey-forms.tsx'

const TOAST = 'own-passkeys'

/** What is asked in a dialog. `next`: what to do once the proof is given. */
type Asked = { kind: 'rename' | 'remove'; passkey: PasskeyResponse } | { kind: 'proof'; next: () => void }

const needsProof = (error: unknown): boolean => error instanceof HttpError && error.code === 'proof_required'

/** The devices that sign in to the account with a finger, a face or a PIN. */
export function PasskeysPanel({ passkeys }: { passkeys: readonly PasskeyResponse[] }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess: () => toast({ title: text.added, description: text.addedHint, id: TOAST }),
    onError: (error) => needsProof(error) && setAsked({ kind: 'proof', next: () => add.mutate() }),
    onSettled: () => client.invalidateQueries(passkeysQuery),
  })
  const close = () => setAsked(null)
  const closeWith = (title: string) => {
    close()
    toast({ title, id: TOAST })
    void client.invalidateQueries(passkeysQuery)
  }
  const isFull = passkeys.length >= LIMITS.passkeys

  return (
    <Panel as="section" className={classes.panel} aria-labelledby="account-passkeys">
      <h2 id="account-passkeys">{text.title}</h2>
      <p className={classes.hint}>{passkeys.length === 0 ? text.empty : text.hint}</p>
      {passkeys.length > 0 && (
        <ul className={classes.sessions}>
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onAsk={(kind) => setAsked({ kind, passkey })} />
          ))}
        </ul>
      )}
      {add.error && !needsProof(add.error) && (
        <FailureBox kind="warning">{passkeySentence(add.error)}</FailureBox>
      )}
      {isFull && <p className={classes.hint}>{text.full}</p>}
      {!isFull && canHavePasskeys() && (
        <Button
          variant="default"
          leftSection={<Fingerprint size={20} />}
          aria-disabled={add.isPending}
          onClick={() => add.isPending || add.mutate()}
        >
          {add.isPending ? text.addPending : text.add}
        </Button>
      )}
      <Dialog opened={asked?.kind === 'proof'} onClose={close} title={text.proofTitle}>
        {asked?.kind === 'proof' && (
          <ProofForm
            withPasskey={passkeys.length > 0 && canHavePasskeys()}
            onCancel={close}
            onProven={() => {
              close()
              asked.next()
            }}
          />
        )}
      </Dialog>
      <Dialog opened={asked?.kind === 'rename'} onClose={close} title={text.rename}>
        {asked?.kind === 'rename' && (
          <RenameForm passkey={asked.passkey} onCancel={close} onDone={() => closeWith(text.renamed)} />
        )}
      </Dialog>
      <Dialog opened={asked?.kind === 'remove'} onClose={close} title={text.removeTitle}>
        {asked?.kind === 'remove' && (
          <RemoveForm
            passkey={asked.passkey}
            onCancel={close}
            onDone={() => closeWith(text.removed)}
            onNeedsProof={() => setAsked({ kind: 'proof', next: () => setAsked(asked) })}
          />
        )}
      </Dialog>
    </Panel>
  )
}

function Row({
  passkey: { name, lastUsedAt, backedUp },
  onAsk,
}: {
  passkey: PasskeyResponse
  onAsk: (kind: 'rename' | 'remove') => void
}) {
  return (
    <li className={classes.session}>
      <Fingerprint size={22} />
      <div>
        <strong>{name}</strong>
        <span className={classes.detail}>
          {lastUsedAt === null ? (
            text.unused
          ) : (
            <>
              {text.used} <RelativeTime at={lastUsedAt} />
            </>
          )}
          {backedUp && ` · ${text.synced}`}
        </span>
        <LinkButton aria-label={text.renameOf(name)} onClick={() => onAsk('rename')}>
          {text.rename}
        </LinkButton>
      </div>
      <Button variant="default" aria-label={text.removeOf(name)} onClick={() => onAsk('remove')}>
        {text.remove}
      </Button>
    </li>
  )
}
