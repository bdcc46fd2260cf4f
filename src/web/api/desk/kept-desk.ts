import type { QueryClient } from '@tanstack/react-query'
import type { UserResponse } from '#contract/http/people/accounts'
import type { ProductConfigResponse } from '#contract/http/product-config'
import { idle } from '../../lib/idle.ts'
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'
import { featuresQuery } from '../entitlements.ts'
import { KEPT_DESK, userQuery } from '../people/session.ts'
import { placesQuery } from '../places.ts'
import { configQuery } from '../product-config.ts'
import { boardKey, type OperationList, stepPercentilesQuery } from './supervisor-operations.ts'

/** The board as it was last known on this device, for a reload without a network. It holds no phone number and no key of a session. */
interface KeptDesk {
  user: UserResponse
  board: KeptBoard
  /** Answers without which the board cannot be shown: key, data, when it came. */
  answers: [readonly unknown[], unknown, number][]
}

export interface KeptBoard {
  list: OperationList
  /** When the list was known to be true, in milliseconds of this device's clock. */
  at: number
}

/** Storage key: when a person was last at a desk of this browser, in milliseconds of this device's clock. */
export const DESK_ACTIVE = 'desk-active'
/** A shift. Who was away for longer signs in again. */
const LONGEST_MS = 12 * 60 * 60 * 1000
const ANSWERS = [featuresQuery, stepPercentilesQuery, configQuery, placesQuery] as const
const keptBoardKey = [...boardKey, 'kept'] as const

/** Keeps the board of the signed-in supervisor. Not while the page is locked or without a session. */
export function keepDesk(client: QueryClient, board: KeptBoard): void {
  const user = client.getQueryData<UserResponse | null>(userQuery.queryKey)
  if (!user || idle.get()) return
  const answers = ANSWERS.flatMap(({ queryKey }) => {
    const { data, dataUpdatedAt = 0 } = client.getQueryState<unknown>(queryKey) ?? {}
    return data === undefined ? [] : [[queryKey, data, dataUpdatedAt] as KeptDesk['answers'][number]]
  })
  writeStored(KEPT_DESK, { user: { ...user, email: null, phone: null }, board, answers } satisfies KeptDesk)
}

/**
 * Puts what was kept into the cache and answers its supervisor; null: nothing is kept, or it must not be shown: older than
 * a shift, or nobody was at the desk for the time after which it locks.
 */
export function openKeptDesk(client: QueryClient, now: number): UserResponse | null {
  const kept = readStored(KEPT_DESK) as KeptDesk | null
  if (!kept) return null
  const config = kept.answers.find(([[path]]) => path === configQuery.queryKey[0])?.[1]
  const idleMinutes = (config as ProductConfigResponse | undefined)?.deskIdleMinutes ?? 0
  const away = now - Number(readStored(DESK_ACTIVE) ?? 0)
  if (now - kept.board.at > LONGEST_MS || (idleMinutes > 0 && away >= idleMinutes * 60_000)) {
    removeStored(KEPT_DESK)
    return null
  }
  for (const [queryKey, data, updatedAt] of kept.answers) client.setQueryData(queryKey, data, { updatedAt })
  client.setQueryData<KeptBoard>(keptBoardKey, kept.board)
  return kept.user
}

/** What `openKeptDesk` found. */
export const keptBoard = (client: QueryClient): KeptBoard | undefined => client.getQueryData(keptBoardKey)
