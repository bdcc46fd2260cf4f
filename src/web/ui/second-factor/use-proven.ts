import { useState } from 'react'
import { useHoldOpen } from '../dialog/dialog.tsx'
import { useProof } from '../form/use-proof.ts'
import type { SecondFactorCalls } from './calls.ts'

/** Calls that may need the password, or the key, again: the form then shows the field of `proof`. */
export function useProven({
  prove,
  needsProof,
  sentence,
}: Pick<SecondFactorCalls, 'prove' | 'needsProof' | 'sentence'>) {
  const proof = useProof(prove, sentence)
  const [failure, setFailure] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  const busy = working || proof.busy
  useHoldOpen(busy)

  async function send<Answer>(call: () => Promise<Answer>, done: (answer: Answer) => void): Promise<void> {
    setWorking(true)
    setFailure(null)
    try {
      done(await call())
    } catch (error) {
      if (needsProof(error)) proof.ask()
      else setFailure(sentence(error))
    } finally {
      setWorking(false)
    }
  }

  return {
    proof,
    busy,
    failure,
    forget: () => setFailure(null),
    run: <Answer>(call: () => Promise<Answer>, done: (answer: Answer) => void): void => {
      if (!busy) void proof.first(() => void send(call, done))
    },
  }
}
