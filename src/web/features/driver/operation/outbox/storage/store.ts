import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames } from 'idb'
import type { EventResponse } from '#contract/http/operations'
import type { EventType, StepType } from '#domain/operation/steps'
import { type Entry, emptyOutbox, isWaiting, type KnownOperation, type Outbox } from '#domain/outbox/entry'

/** The server's events of one operation as last read: the offline log. */
export interface KeptLog {
  operationKey: string
  events: EventResponse[]
}

/** Stores presses. All tabs of a browser share one store. */
export interface OutboxStore {
  /** Whether a press survives the tab. */
  durable: boolean
  read(userId: number): Promise<Outbox>
  /** One transaction, on disk when the promise resolves. Changes nothing if `work` throws; rejects if the write fails. */
  change(userId: number, work: (box: Outbox) => Outbox): Promise<Outbox>
  /** Whether presses of another user wait on this phone. */
  othersWait(userId: number): Promise<boolean>
  readLog(userId: number): Promise<KeptLog | null>
  keepLog(userId: number, log: KeptLog): Promise<void>
  /** Deletes what the phone stores about a user, except refused presses; nothing while a press of theirs waits. */
  forget(userId: number): Promise<void>
}

type Head = Omit<Outbox, 'entries'>

interface Schema extends DBSchema {
  entries: { key: string; value: Entry; indexes: { userId: number } }
  /** What the server last said, by user. */
  heads: { key: number; value: Head }
  logs: { key: number; value: KeptLog & { userId: number } }
}

const NAME = 'acarreo'
const VERSION = 2

const isDelivered = (entry: Entry): boolean => entry.status === 'delivered'

const byOrder = (entries: Entry[]): Entry[] => entries.sort((a, b) => a.order - b.order)

/** Fills in the fields that an older version of the page did not write. */
const boxOf = (userId: number, head: Head | undefined, entries: Entry[]): Outbox => ({
  ...emptyOutbox(userId),
  ...head,
  entries: byOrder(entries),
})

/** IndexedDB. Rejects where it cannot be used: private windows, a full or broken disk. */
export async function openStore(): Promise<OutboxStore> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null

  function database(): Promise<IDBPDatabase<Schema>> {
    opened ??= openDB<Schema>(NAME, VERSION, {
      async upgrade(db, oldVersion, _, tx) {
        if (oldVersion === 1) return renameState(tx.objectStore('heads'))
        db.createObjectStore('entries', { keyPath: 'eventId' }).createIndex('userId', 'userId')
        db.createObjectStore('heads', { keyPath: 'userId' })
        db.createObjectStore('logs', { keyPath: 'userId' })
      },
      // A newer page in another tab upgrades the schema: it must not wait for this one.
      blocking: () => void forget(),
      terminated: () => {
        opened = null
      },
    })
    return opened
  }

  async function forget(): Promise<void> {
    const old = opened
    opened = null
    const db = await old?.catch(() => null)
    db?.close()
  }

  /** Retries once on a new connection: phones drop the connection of a page that slept. */
  async function patiently<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    try {
      return await work(await database())
    } catch (error) {
      const lost =
        error instanceof DOMException &&
        ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name)
      await forget()
      if (!lost) throw error
      return await work(await database())
    }
  }

  await database()
  return {
    durable: true,
    read: (userId) =>
      patiently(async (db) => {
        const tx = db.transaction(['entries', 'heads'])
        const [entries, head] = await Promise.all([
          tx.objectStore('entries').index('userId').getAll(userId),
          tx.objectStore('heads').get(userId),
        ])
        return boxOf(userId, head, entries)
      }),
    change: (userId, work) => patiently((db) => changeIn(db, userId, work)),
    othersWait: (userId) =>
      patiently(async (db) => {
        const all = await db.getAll('entries')
        return all.some((entry) => entry.userId !== userId && isWaiting(entry))
      }),
    readLog: (userId) => patiently(async (db) => (await db.get('logs', userId)) ?? null),
    keepLog: (userId, log) =>
      patiently(async (db) => {
        await db.put('logs', { ...log, userId })
      }),
    forget: (userId) => patiently((db) => forgetIn(db, userId)),
  }
}

/** Version 1 kept the state of `known` under other names. */
async function renameState(heads: IDBPObjectStore<Schema, StoreNames<Schema>[], 'heads', 'versionchange'>) {
  for (const head of await heads.getAll()) {
    if (head.known === null) continue
    const { eventType, lastStep, lastStepAt, lastEventAt, ...known } = head.known as KnownOperation & {
      eventType: EventType
      lastStep: StepType
      lastStepAt: number
      lastEventAt: number
    }
    const state = {
      newestEventType: eventType,
      newestStepType: lastStep,
      newestStepAt: lastStepAt,
      newestEventAt: lastEventAt,
    }
    await heads.put({ ...head, known: { ...known, ...state } })
  }
}

async function changeIn(
  db: IDBPDatabase<Schema>,
  userId: number,
  work: (box: Outbox) => Outbox,
): Promise<Outbox> {
  // Strict durability: a phone whose battery dies right after 'guardado' must still have the press.
  const tx = db.transaction(['entries', 'heads'], 'readwrite', { durability: 'strict' })
  // The awaits below report a failure; this avoids an unhandled rejection.
  tx.done.catch(() => undefined)
  const entries = tx.objectStore('entries')
  const heads = tx.objectStore('heads')
  const [stored, head] = await Promise.all([entries.index('userId').getAll(userId), heads.get(userId)])
  const before = boxOf(userId, head, stored)
  let after: Outbox
  try {
    after = work(before)
  } catch (error) {
    tx.abort()
    throw error
  }
  if (after !== before) {
    const { entries: kept, ...newHead } = after
    const old = new Map(stored.map((entry) => [entry.eventId, entry]))
    const left = new Set(kept.map(({ eventId }) => eventId))
    await Promise.all([
      heads.put(newHead),
      ...kept.filter((entry) => old.get(entry.eventId) !== entry).map((entry) => entries.put(entry)),
      ...stored.filter(({ eventId }) => !left.has(eventId)).map(({ eventId }) => entries.delete(eventId)),
    ])
  }
  await tx.done
  return after
}

async function forgetIn(db: IDBPDatabase<Schema>, userId: number): Promise<void> {
  const tx = db.transaction(['entries', 'heads', 'logs'], 'readwrite')
  tx.done.catch(() => undefined)
  const entries = tx.objectStore('entries')
  const stored = await entries.index('userId').getAll(userId)
  if (!stored.some(isWaiting)) {
    await Promise.all([
      tx.objectStore('heads').delete(userId),
      tx.objectStore('logs').delete(userId),
      ...stored.filter(isDelivered).map(({ eventId }) => entries.delete(eventId)),
    ])
  }
  await tx.done
}

/** For phones that cannot store anything: lasts as long as the tab, and is not durable. */
export function memoryStore(): OutboxStore {
  const boxes = new Map<number, Outbox>()
  const logs = new Map<number, KeptLog>()
  const read = (userId: number): Outbox => boxes.get(userId) ?? emptyOutbox(userId)
  return {
    durable: false,
    read: async (userId) => read(userId),
    async change(userId, work) {
      const after = work(read(userId))
      boxes.set(userId, after)
      return after
    },
    othersWait: async () => false,
    readLog: async (userId) => logs.get(userId) ?? null,
    async keepLog(userId, log) {
      logs.set(userId, log)
    },
    async forget(userId) {
      if (read(userId).entries.some(isWaiting)) return
      boxes.delete(userId)
      logs.delete(userId)
    },
  }
}
