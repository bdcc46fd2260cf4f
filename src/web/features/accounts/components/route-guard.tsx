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
 * Lets a signed-in user whose role is `only` through; sends others where they belong, and nobody to /auth. Only comfort: the
 * server checks every call by itself.
 */
export function RouteGuard({ only, children }: { only: Role; children: (user: UserResponse) => ReactNode }) {
  const user = useCurrentUser()
  if (user.data)
    return user.data.role === only ? children(user.data) : <Redirect to={homePath(user.data.role)} replace />
  if (user.data === null) return <Redirect to="/auth" replace />
  if (user.isPending || user.isFetching) return <PageLoading />
  return (
    <LoadFailure
      title={accountsText.userLoadFailed}
      error={user.error}
      onRetry={() => void user.refetch()}
      page
    />
  )
}

export interface KeptGuardProps {
  only: Role
  /** How much of this user's work waits on the phone; undefined: not known yet. */
  useUnsent: (userId: number | null) => number | undefined
  children: (user: Identity, signedIn: boolean) => ReactNode
}

/**
 * The same for an area that works without a network: until the server has answered, and while it cannot be reached, whoever
 * was last signed in on this phone is let through. Once it says that nobody is, the area stays open only as long as
 * something waits to be sent; then it is asked once more, and who it was is forgotten.
 */
export function KeptRouteGuard({ only, useUnsent, children }: KeptGuardProps) {
  const user = useCurrentUser()
  const kept = keptIdentity()
  const unsent = useUnsent(user.data === null ? (kept?.id ?? null) : null)
  const here = kept?.role === only ? kept : null
  // The same place in the tree as below: when the server's answer comes, nothing that was typed is lost.
  if (user.data?.role === only) return children(user.data, true)
  if (user.data || here === null)
    return <RouteGuard only={only}>{(known) => children(known, true)}</RouteGuard>
  if (user.data === undefined) return children(here, true)
  if (unsent === undefined) return <PageLoading />
  if (unsent > 0) return children(here, false)
  return <Gone known={here} />
}

/**
 * Nobody is signed in and nothing waits: perhaps because this driver signed in again in another tab, which delivered it. So
 * the server is asked once more; `known` is forgotten only if it still says nobody, and nobody else came meanwhile.
 */
function Gone({ known }: { known: Identity }) {
  const { refetch } = useCurrentUser()
  const [answer, setAnswer] = useState<'asking' | 'nobody' | Error>('asking')

  useEffect(() => {
    if (answer !== 'asking') return
    let left = false
    void refetch().then(({ data, error }) => {
      // With a user the guard draws the area again, and this is gone.
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
      error={answer}
      onRetry={() => setAnswer('asking')}
      page
    />
  )
}
