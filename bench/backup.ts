/**
 * How long the snapshot of a backup lasts, which is how long vacuum leaves dead rows behind it: `npx tsx
 * --conditions=acarreo-source bench/backup.ts [--events 300000]`. Writes one of a generated history and says rows a second,
 * bytes, and what that makes at 20 million events.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackup } from '#server/db/backup/write'
import { productVersion } from '#server/version'
import { benchDatabase } from './database.ts'
import { generate } from './generate.ts'

const { values: args } = parseArgs({
  options: { events: { type: 'string', default: '300000' }, rounds: { type: 'string', default: '3' } },
})
const LARGE = 20_000_000

const database = await benchDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-bench-backup-'))
try {
  await generate(database, { events: Number(args.events), supervisors: 10 })
  const rounds = []
  for (let round = 0; round < Number(args.rounds); round++) {
    const began = performance.now()
    const { bytes, counts } = await writeBackup(
      { orm: database.orm, dataDir, version: productVersion, key: undefined },
      Date.now(),
    )
    const seconds = (performance.now() - began) / 1000
    const events = counts.events ?? 0
    rounds.push({ seconds, rowsPerSecond: events / seconds, bytesPerEvent: bytes / events })
  }
  const { seconds, rowsPerSecond, bytesPerEvent } = rounds.toSorted((a, b) => a.seconds - b.seconds)[
    rounds.length >> 1
  ] as (typeof rounds)[number]
  console.log(
    JSON.stringify({
      events: Number(args.events),
      seconds: seconds.toFixed(1),
      eventsPerSecond: Math.round(rowsPerSecond),
      bytesPerEvent: Math.round(bytesPerEvent),
      minutesAt20M: (LARGE / rowsPerSecond / 60).toFixed(1),
      gigabytesAt20M: ((LARGE * bytesPerEvent) / 1e9).toFixed(1),
    }),
  )
} finally {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}
