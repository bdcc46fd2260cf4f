import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { UserResponse } from '#contract/http/accounts'
import { homePath, type Role } from '#domain/account/role'
import { accountsText } from '../../../text/accounts.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PageLoading } from '../../../ui/page-loading.tsx'
import { useCurrentUser } from '../queries.ts'

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
