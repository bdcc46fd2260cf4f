import { type ReactNode, useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import type { UserResponse } from '#contract/http/accounts'
import { homePath, type Role } from '#domain/account/role'
import { forgetIdentity, type Identity, keptIdentity } from '../../../api/identity.ts'
import { accountsText } from '../../../text/accounts.ts'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import { PageLoading } from '../../../ui/loading/page-loading.tsx'
import { useCurrentUser } from '../session.ts'

/**
 * Renders for a signed-in user with the role `only`. Redirects other roles to their page, and everyone else to /auth.
 * This is convenience: the server checks every call.
 */
export function RouteGuard({ only, children }: { only: Role; children: (user: UserResponse) => ReactNode }) {
  const user = useCurrentUser()
  if (user.data)
    return user.data.role === only ? children(user.data) : <Redirect to={homePath(user.data.role)} replace />
  if (user.data === null) return <Redirect to="/auth" replace />
  if (user.isPending || user.isFetching) return <PageLoading />
  return <LoadFailure title={accountsText.userLoadFailed} query={user} page />
}

export interface KeptGuardProps {
  only: Role
  /** How much of this user's work waits on the phone; undefined: not known yet. */
  useUnsent: (userId: number | null) => number | undefined
  children: (user: Identity, signedIn: boolean) => ReactNode
}

/**
 * The same for an area that works offline. Until the server answers, it renders for the user who was signed in last on
 * this phone. Once the server says that nobody is signed in, the area stays open while presses wait to be sent; then the
 * server is asked once more, and the user is forgotten.
 */
export function KeptRouteGuard({ only, useUnsent, children }: KeptGuardProps) {
  const user = useCurrentUser()
  const kept = keptIdentity()
  const unsent = useUnsent(user.data === null ? (kept?.id ?? null) : null)
  const here = kept?.role === only ? kept : null
  // The same place in the tree as below, so that the server's answer does not unmount what was typed.
  if (user.data?.role === only) return children(user.data, true)
  if (user.data || here === null)
    return <RouteGuard only={only}>{(known) => children(known, true)}</RouteGuard>
  if (user.data === undefined) return children(here, true)
  if (unsent === undefined) return <PageLoading />
  if (unsent > 0) return children(here, false)
  return <Gone known={here} />
}

/**
 * Nobody is signed in and nothing waits. The driver may have signed in again in another tab, which delivered the presses,
 * so the server is asked once more. `known` is forgotten only if it still says nobody and no other user came meanwhile.
 */
function Gone({ known }: { known: Identity }) {
  const { refetch } = useCurrentUser()
  const [answer, setAnswer] = useState<'asking' | 'nobody' | Error>('asking')

  useEffect(() => {
    if (answer !== 'asking') return
    let left = false
    void refetch().then(({ data, error }) => {
      // With a user the guard renders the area again and unmounts this.
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
      title={accountsText.userLoadFailed}
      query={{ error: answer, isFetching: false, refetch: () => setAnswer('asking') }}
      page
    />
  )
}
