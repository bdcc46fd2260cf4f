import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { idle } from '../../lib/idle.ts'
import { forgetUser, userQuery } from '../people/session.ts'
import { configQuery } from '../product-config.ts'
import { DESK_ACTIVE, keepDesk, keptBoard, openKeptDesk } from './kept-desk.ts'

const NOON = Date.UTC(2026, 10, 23, 18)
const MINUTE = 60_000
const board = { list: { operations: [], seq: 7 }, at: NOON }
const user = { id: 3, role: 'supervisor', displayName: 'Marta', phone: '3312345678', email: 'm@example.com' }
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  idle.set(false)
})

function signedIn(deskIdleMinutes = 0): QueryClient {
  const client = new QueryClient()
  client.setQueryData(userQuery.queryKey, user as never)
  client.setQueryData(configQuery.queryKey, { deskIdleMinutes } as never)
  stored.set(`acarreo.${DESK_ACTIVE}`, String(NOON))
  return client
}

it('gives back the board and its supervisor, without address and telephone', () => {
  keepDesk(signedIn(), board)
  const client = new QueryClient()
  expect(openKeptDesk(client, NOON + MINUTE)).toEqual({ ...user, phone: null, email: null })
  expect(keptBoard(client)).toEqual(board)
  // Nobody counts as signed in before the server has said so.
  expect(client.getQueryData(userQuery.queryKey)).toBeUndefined()
})

it('is nothing after a shift, and after the time for which a desk may stay unused', () => {
  keepDesk(signedIn(15), board)
  expect(openKeptDesk(new QueryClient(), NOON + 14 * MINUTE)).not.toBeNull()
  expect(openKeptDesk(new QueryClient(), NOON + 15 * MINUTE)).toBeNull()
  expect([...stored.keys()]).toEqual([`acarreo.${DESK_ACTIVE}`])
  keepDesk(signedIn(), board)
  expect(openKeptDesk(new QueryClient(), NOON + 12 * 60 * MINUTE + 1)).toBeNull()
})

it('is gone with the session, and not kept while the desk is locked', () => {
  const client = signedIn()
  keepDesk(client, board)
  forgetUser(client)
  keepDesk(client, board)
  expect(openKeptDesk(client, NOON)).toBeNull()
  idle.set(true)
  keepDesk(signedIn(), board)
  expect(openKeptDesk(client, NOON)).toBeNull()
})
