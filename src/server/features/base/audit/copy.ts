import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable } from '../../../db/connect.ts'
import { presentEntry } from './present.ts'
import { type AuditRow, chainHeads, linesOfChain } from './queries.ts'

const BATCH_ROWS = 1000
/** In the folder: the position of the newest line of each chain that is in its files. */
const POSITIONS = 'positions.json'

/** The file of a day, UTC. */
export const copyName = (now: number): string => `audit-${new Date(now).toISOString().slice(0, 10)}.ndjson`

/**
 * Appends every line of the audit log that the folder lacks to the file of the day, one JSON value a line, chain by chain;
 * durable when it returns. What was missed while the product or the folder was away comes with it, by its position. A crash may
 * repeat lines, which chain and position tell, and loses none. Returns how many were appended. `now` is epoch milliseconds.
 */
export async function copyAudit(db: Queryable, folder: string, now: number): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const copied = await readPositions(folder)
  let count = 0
  for (const { chain, lines } of await chainHeads(db)) {
    // An older database may have been restored: then the chain is copied again.
    let after = Math.max(0, copied[chain] ?? 0)
    if (after > lines) after = 0
    while (after < lines) {
      const rows = await linesOfChain(db, { chain, after }, BATCH_ROWS)
      const newest = rows.at(-1)?.chainPosition
      if (newest === undefined || newest === null) break
      await append(join(folder, copyName(now)), rows.map(lineOf).join(''))
      copied[chain] = after = newest
      await keepPositions(folder, copied)
      count += rows.length
    }
  }
  return count
}

type Positions = Record<string, number>

async function readPositions(folder: string): Promise<Positions> {
  try {
    return JSON.parse(await readFile(join(folder, POSITIONS), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

async function keepPositions(folder: string, positions: Positions): Promise<void> {
  const path = join(folder, POSITIONS)
  await writeFile(`${path}.new`, JSON.stringify(positions), { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
}

const lineOf = (row: AuditRow): string =>
  `${JSON.stringify({
    ...presentEntry(row),
    chain: row.chain,
    position: row.chainPosition,
    hash: row.chainHash?.toString('hex') ?? null,
  })}\n`

async function append(path: string, text: string): Promise<void> {
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    // A crash may have left half a line.
    const isWhole = size === 0 || buffer.toString() === '\n'
    await file.appendFile(isWhole ? text : `\n${text}`)
    await file.sync()
  } finally {
    await file.close()
  }
}
