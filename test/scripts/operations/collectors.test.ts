import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placesOnPath } from '../../../scripts/lib/program.mjs'
import { projectRoot } from '../../../scripts/lib/root.mjs'
import { block } from './document.ts'
import { run } from './program.ts'

/** The first of these places where something answers. */
async function find(name: string, flag: string): Promise<string | undefined> {
  for (const place of [...placesOnPath([name], process.env), `/usr/sbin/${name}`]) {
    if ((await run(place, [flag])).code === 0) return place
  }
  console.warn(`No ${name} here: install it to run all of test/scripts/operations/collectors.test.ts.`)
  return undefined
}
const rsyslogd = await find('rsyslogd', '-v')
const promtool = await find('promtool', '--version')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acarreo-collectors-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it.skipIf(rsyslogd === undefined)('rsyslog understands what sends the audit log away', async () => {
  const check = async (text: string) => {
    const file = join(folder, 'rsyslog.conf')
    await writeFile(file, `global(workDirectory="${folder}")\n${text}`)
    return run(rsyslogd ?? '', ['-N1', '-f', file])
  }
  const text = block('operations › The audit log elsewhere › text', {
    '/var/log/acarreo': folder,
  })
  const checked = await check(text)
  expect(checked.said).not.toMatch(/error/i)
  expect(checked.code).toBe(0)
  expect((await check(text.replace('type="omfwd"', 'type="omnowhere"'))).said).toMatch(/error/i)
})

it.skipIf(promtool === undefined)('Prometheus understands its configuration, and the alarms', async () => {
  const file = join(folder, 'prometheus.yml')
  const rules = join(projectRoot, 'ops/alerts.yml')
  await writeFile(
    file,
    block('runbook › Setting up › yaml', { '/opt/acarreo/current/ops/alerts.yml': rules }),
  )
  const checked = await run(promtool ?? '', ['check', 'config', file])
  expect(checked.said).toMatch(/\d+ rules found/)
  expect(checked.code).toBe(0)
})
