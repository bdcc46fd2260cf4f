import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { Redirect } from 'wouter'
import type { UserResponse } from '#contract/http/people/accounts'
import { homePath, type Role } from '#domain/account/role'
import { forgetIdentity, type Identity, keptIdentity } from '../../../../api/people/identity.ts'
import { isWorthRetrying } from '../../../../api/query-client.ts'
import { sessionText } from '../../../../text/page.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { PageLoading } from '../../../../ui/loading/page-loading.tsx'
import { useCurrentUser } from '../session.ts'

/**
 * Admits users whose role is `only`, without it everybody who is signed in, and redirects all others, also those who have
 * yet to choose an own password or to set up a second factor. Only for comfort: the server checks every call.
 */
export function RouteGuard({
  only,
  openKept,
  children,
}: {
  only?: Role
  /** Who may stay while the server does not answer. They leave when it answers that there is no session. */
  openKept?: () => UserResponse | null
  children: (user: UserResponse) => ReactNode
}) {
  const user = useCurrentUser()
  const kept = useWhileAway(user, openKept)
  if (user.data) {
    const { role, mustChangePassword, mustSetUpSecondFactor } = user.data
    if (mustChangePassword) return <Redirect to="/own-password" replace />
    if (mustSetUpSecondFactor) return <Redirect to="/second-factor" replace />
    return role === (only ?? role) ? children(user.data) : <Redirect to={homePath(role)} replace />
  }
  if (user.data === null) return <Redirect to="/auth" replace />
  // The same place in the tree as above, so that the server's answer does not remount the area.
  if (kept) return children(kept)
  if (user.isPending || user.isFetching) return <PageLoading />
  return <LoadFailure title={sessionText.userLoadFailed} query={user} page />
}

const ASK_AGAIN_MS = 10_000

/** Asks for the user until the server answers; meanwhile, whom `openKept` answers. */
function useWhileAway(
  { data, error, refetch }: ReturnType<typeof useCurrentUser>,
  openKept: (() => UserResponse | null) | undefined,
): UserResponse | null {
  const [kept, setKept] = useState<UserResponse | null>(null)
  const open = useEffectEvent(() => setKept((known) => known ?? openKept?.() ?? null))
  // Before the failure is painted.
  useLayoutEffect(() => {
    if (isWorthRetrying(error)) open()
  }, [error])
  const asking = openKept !== undefined && data === undefined && (error !== null || kept !== null)
  useEffect(() => {
    if (!asking) return
    const ask = () => void refetch()
    const timer = setInterval(ask, ASK_AGAIN_MS)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [asking, refetch])
  return kept
}

export interface KeptGuardProps {
  only: Role
  /** How many presses of this user wait on the phone; undefined: not known yet. */
  useUnsent: (userId: number | null) => number | undefined
  children: (user: Identity, signedIn: boolean) => ReactNode
}

/** RouteGuard for an area that works offline. Until the server answers it trusts the identity kept on the phone. */
export function KeptRouteGuard({ only, useUnsent, children }: KeptGuardProps) {
  const user = useCurrentUser()
  const kept = keptIdentity()
  const unsent = useUnsent(user.data === null ? (kept?.id ?? null) : null)
  const here = kept?.role === only ? kept : null
  // The same place in the tree as below, so that the server's answer does not remount the area.
  if (user.data?.role === only && !user.data.mustChangePassword) return children(user.data, true)
  if (user.data || here === null)
    return <RouteGuard only={only}>{(known) => children(known, true)}</RouteGuard>
  if (user.data === undefined) return children(here, true)
  if (unsent === undefined) return <PageLoading />
  if (unsent > 0) return children(here, false)
  return <Gone known={here} />
}

/** Asks once more before it forgets `known`: the same driver may have signed in again in another tab. */
function Gone({ known }: { known: Identity }) {
  const { refetch } = useCurrentUser()
  const [answer, setAnswer] = useState<'asking' | 'nobody' | Error>('asking')

  useEffect(() => {
    if (answer !== 'asking') return
    let left = false
    void refetch().then(({ data, error }) => {
      if (left || data) return
      if (error === null && keptIdentity()?.id === known.id) forgetIdentity()
      setAnswer(error ?? 'nobody')
    })
    return () => {
      left = true
    }
  }, [answer, refetch, known.id])

  if (answer === 'asking') return <PageLoading />
  if (answer === 'nobody') return <Redirect to="/auth" replace />
  return (
    <LoadFailure
      title={sessionText.userLoadFailed}
      query={{ error: answer, isFetching: false, refetch: () => setAnswer('asking') }}
      page
    />
  )
}
