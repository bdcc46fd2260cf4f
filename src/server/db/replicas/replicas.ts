import type { Tell } from '../../log/tell.ts'
import { type Database, primaryReader, type Queryable, type Tenant, type Tx } from '../connect.ts'
import { identityOf, openReplica, type Replica } from './replica.ts'

/** How soon a replica that is lost, or back, is noticed. */
const PROBE_MS = 2_000

/** A URL of DATABASE_READ_URL names another database. */
export class ForeignReplica extends Error {
  readonly host: string
  constructor(host: string) {
    super(`${host} is not a replica of the primary`)
    this.host = host
  }
}

/**
 * The database with a reader that prefers its replicas. A replica answers only when it has every event of the tenant that
 * the primary had when the read began, so nobody sees less than any process has shown them. That number is asked of the
 * primary, in one indexed read: no memory of a process and no header of a client knows it. A replica that is behind, away
 * or fails is passed over for the next one, and at last the primary answers.
 * Throws ForeignReplica. A replica that does not answer yet is used once it does.
 */
export async function withReplicas(
  primary: Database,
  urls: readonly string[],
  { tell, probeMs = PROBE_MS }: { tell: Tell; probeMs?: number },
): Promise<Database> {
  const identity = await identityOf(primary.pool)
  const replicas = urls.map((url) => openReplica(url, { identity, tell }))
  const fallback = primaryReader(primary.orm)
  let turn = 0

  /** Those that may answer, each at the head in turn. */
  function usable(): Replica[] {
    const candidates = replicas.filter((replica) => replica.isUsable())
    const from = turn++ % Math.max(candidates.length, 1)
    return [...candidates.slice(from), ...candidates.slice(0, from)]
  }

  async function newestSeq({ supervisorId }: Tenant): Promise<number> {
    const { rows } = await primary.pool.query<{ seq: number }>({
      name: 'tenant_newest_seq',
      text: 'select last_seq as seq from event_counters where tenant_id = $1',
      values: [supervisorId],
    })
    return rows[0]?.seq ?? 0
  }

  async function elsewhere<T>(
    tenant: Tenant,
    read: (tx: Tx) => Promise<T>,
    atLeast?: number,
  ): Promise<{ value: T } | null> {
    const candidates = usable()
    if (candidates.length === 0) return null
    const newest = atLeast ?? (await newestSeq(tenant))
    // A standby may show a commit a moment before its primary does; an answer of the primary would then show less.
    const fits = async (seq: number): Promise<boolean> =>
      seq === newest || (seq > newest && (atLeast !== undefined || seq <= (await newestSeq(tenant))))
    for (const replica of candidates) {
      const answer = await replica.read(tenant.supervisorId, fits, read)
      if (answer) return answer
    }
    return null
  }

  async function probeAll(): Promise<('ok' | 'away' | 'foreign')[]> {
    const lsn = await primary.pool
      .query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
      .then(({ rows }) => rows[0]?.lsn ?? null)
      .catch(() => null)
    return Promise.all(replicas.map((replica) => replica.probe(lsn)))
  }

  let probing: Promise<unknown> = Promise.resolve()
  let isProbing = false
  const timer = setInterval(() => {
    if (isProbing) return
    isProbing = true
    probing = probeAll().finally(() => {
      isProbing = false
    })
  }, probeMs)
  timer.unref()

  async function close(): Promise<void> {
    clearInterval(timer)
    await probing
    await Promise.all(replicas.map((replica) => replica.close()))
  }

  const found = await probeAll()
  const foreign = replicas[found.indexOf('foreign')]
  if (foreign) {
    await close()
    throw new ForeignReplica(foreign.host)
  }

  return {
    ...primary,
    reader: {
      async read<T>(tenant: Tenant, read: (db: Queryable) => Promise<T>, atLeast?: number) {
        const answer = await elsewhere(tenant, read, atLeast)
        return answer ? answer.value : fallback.read(tenant, read)
      },
      async snapshot<T>(tenant: Tenant, read: (tx: Tx, mayRepeat: boolean) => Promise<T>) {
        const answer = await elsewhere(tenant, (tx) => read(tx, true))
        return answer ? answer.value : fallback.snapshot(tenant, read)
      },
      replicas: () => replicas.map((replica) => replica.status()),
    },
    async close() {
      await close()
      await primary.close()
    },
  }
}
