import { useQuery, useQueryClient } from '@tanstack/react-query'
import { secondFactorQuery } from '../../../../api/people/account.ts'
import { secondFactorText as text } from '../../../../text/second-factor.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { SecondFactor } from '../../../../ui/second-factor/second-factor.tsx'
import { OWN_PROOF, OWN_SECOND_FACTOR } from '../second-factor.ts'
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
          calls={{ ...OWN_SECOND_FACTOR, changed: () => void client.invalidateQueries(secondFactorQuery) }}
          proof={OWN_PROOF}
          words={text}
        />
      )}
    </Panel>
  )
}
