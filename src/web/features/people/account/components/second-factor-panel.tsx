import { useQuery, useQueryClient } from '@tanstack/react-query'
import { changeSecondFactor, provePassword, secondFactorQuery } from '../../../../api/account.ts'
import { HttpError, NetworkError } from '../../../../lib/http.ts'
import { secondFactorText as text } from '../../../../text/second-factor.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { SecondFactor } from '../../../../ui/second-factor/second-factor.tsx'
import classes from './account.module.css'

/** 'Verificación en dos pasos' of a supervisor. */
export default function SecondFactorPanel() {
  const client = useQueryClient()
  const state = useQuery(secondFactorQuery)
  return (
    <Panel as="section" className={classes.panel} aria-labelledby="account-second-factor">
      <h2 id="account-second-factor">{text.title}</h2>
      {state.isError && <LoadFailure title={text.loadFailed} query={state} />}
      {state.data && (
        <SecondFactor
          state={state.data}
          calls={{
            ...changeSecondFactor,
            prove: (currentPassword) => provePassword({ currentPassword }),
            needsProof: (error) => error instanceof HttpError && error.code === 'proof_required',
            sentence,
            changed: () => void client.invalidateQueries(secondFactorQuery),
          }}
          proof={{ label: text.password }}
          words={text}
        />
      )}
    </Panel>
  )
}

function sentence(error: unknown): string {
  if (error instanceof NetworkError) return error.message
  return error instanceof HttpError ? (error.said ?? text.failed) : text.failed
}
