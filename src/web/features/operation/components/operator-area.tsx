import { useEffect, useRef } from 'react'
import type { UserResponse } from '#contract/http/accounts'
import { operationText as text } from '../../../text/operation.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { toast } from '../../../ui/toast.ts'
import { useActiveOperation } from '../queries.ts'
import { useOperationActions } from '../use-operation-actions.ts'
import { OperatorSkeleton } from './operator-skeleton.tsx'
import { StartForm } from './start-form.tsx'
import { Workflow } from './workflow.tsx'

/** The operator's one task at a time: start an operation, or move the active one forward. */
export function OperatorArea({ user }: { user: UserResponse }) {
  const active = useActiveOperation()
  const actions = useOperationActions(user.id)
  const operation = active.data
  useEndedElsewhere(operation === undefined ? undefined : operation !== null, actions.pressed !== null)

  if (operation === undefined) {
    if (!active.isError) return <OperatorSkeleton />
    return (
      <LoadFailure
        title={text.loadFailed}
        error={active.error}
        onRetry={() => void active.refetch()}
        retrying={active.isFetching}
      />
    )
  }
  if (operation === null) return <StartForm actions={actions} />
  return (
    <Workflow key={operation.containerId} operation={operation} actions={actions} stale={active.isError} />
  )
}

/** An operation that is gone without a press of this phone's: another device ended it, and the driver should know. */
function useEndedElsewhere(hasOperation: boolean | undefined, ownPress: boolean): void {
  const had = useRef(false)
  const pressedSince = useRef(false)
  useEffect(() => {
    if (ownPress) pressedSince.current = true
    if (hasOperation === undefined) return
    if (had.current && !hasOperation && !pressedSince.current) {
      toast({ title: text.endedElsewhere, description: text.endedElsewhereHint })
    }
    had.current = hasOperation
    if (!ownPress) pressedSince.current = false
  }, [hasOperation, ownPress])
}
