import type { PasskeyResponse } from '#contract/http/people/passkeys'
import type { PasskeyRow } from './queries.ts'

export const presentPasskey = ({
  id,
  name,
  backedUp,
  createdAt,
  lastUsedAt,
}: PasskeyRow): PasskeyResponse => ({
  id,
  name,
  backedUp,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
