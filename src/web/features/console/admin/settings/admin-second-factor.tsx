import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AdminFailure } from '../../../../api/admin/failure.ts'
import { proveAdminKey } from '../../../../api/admin/login.ts'
import { adminSecondFactorQuery, changeAdminSecondFactor } from '../../../../api/admin/second-factor.ts'
import { auditKey } from '../../../../api/admin/system.ts'
import { secondFactorText as text } from '../../../../text/second-factor.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { SecondFactor } from '../../../../ui/second-factor/second-factor.tsx'
import { invalidate } from '../pending.ts'
import classes from './settings.module.css'

const sentence = (error: unknown): string => (error instanceof Error ? error.message : text.failed)

/** The second factor of the administrator. */
export function AdminSecondFactor() {
  const client = useQueryClient()
  const state = useQuery(adminSecondFactorQuery)
  return (
    <Panel as="section" className={classes.card} aria-labelledby="admin-second-factor">
      <h3 id="admin-second-factor">{text.title}</h3>
      {state.isError && <LoadFailure title={text.loadFailed} query={state} reason={state.error.message} />}
      {state.data && (
        <SecondFactor
          state={state.data}
          calls={{
            ...changeAdminSecondFactor,
            prove: proveAdminKey,
            needsProof: (error) => error instanceof AdminFailure && error.needsProof,
            sentence,
            changed: () => void invalidate(client, adminSecondFactorQuery.queryKey, auditKey),
          }}
          proof={{ label: text.key, show: text.showKey }}
          words={{ hint: text.adminHint, offHint: text.adminOffHint }}
        />
      )}
    </Panel>
  )
}
