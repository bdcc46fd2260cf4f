import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/config'
import { createAlertJudge } from '#server/jobs/alert-judge'
import { productJobs } from '#server/jobs/product-jobs'
import { runJob } from '#server/jobs/run-job'
import { createTestApp } from '../../support/app.ts'
import { noSnapshotRests } from '../../support/snapshots.ts'

it('neither the judge nor a job holds a snapshot while its transaction rests', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-snapshots-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const t = await createTestApp({ config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }) })
  onTestFinished(() => t.close())
  const judge = createAlertJudge(t.deps, { error: console.error })
  onTestFinished(() => judge.stop())
  await judge.beat()
  expect(judge.leads()).toBe(true)
  await noSnapshotRests(t.deps.database)
  for (const job of productJobs(t.deps.config)) {
    const outcome = await runJob(
      {
        ...job,
        async run(...given) {
          await job.run(...given)
          // Its transaction is open until it returns.
          await noSnapshotRests(t.deps.database)
        },
      },
      t.deps,
    )
    expect([job.name, outcome]).toEqual([job.name, { kind: 'ran' }])
  }
}, 120_000)
