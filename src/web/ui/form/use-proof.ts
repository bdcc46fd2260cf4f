import { useState } from 'react'

/**
 * Asks for a password or a key once more, where the server wants it before what cannot be undone. `prove` sends it, and
 * `sentence` says why that failed. The secret stays here: the query library would keep it in its cache.
 */
export function useProof(prove: (secret: string) => Promise<unknown>, sentence: (error: unknown) => string) {
  const [asked, setAsked] = useState(false)
  const [secret, setSecret] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  /** Calls `then` once the proof is given, at once where none was asked for. */
  async function first(then: () => void): Promise<void> {
    if (busy) return
    if (!asked) return then()
    setBusy(true)
    try {
      await prove(secret)
      setAsked(false)
      setSecret('')
      then()
    } catch (failure) {
      setError(sentence(failure))
    } finally {
      setBusy(false)
    }
  }

  return {
    asked,
    busy,
    ask: () => setAsked(true),
    first,
    /** Props of the field. */
    field: {
      value: secret,
      error,
      autoFocus: true,
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        setSecret(event.currentTarget.value)
        setError(null)
      },
    },
  }
}
