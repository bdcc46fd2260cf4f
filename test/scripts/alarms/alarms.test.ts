import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { ownMetrics } from '#server/http/watch/metrics'
import { productJobs } from '#server/jobs/product-jobs'
import { createTestApp } from '../../support/app.ts'
import { FAULTS, HEALTHY } from './faults.ts'

const ROOT = join(import.meta.dirname, '../../..')
const RULES = join(ROOT, 'ops/alerts.yml')

const rules = await readFile(RULES, 'utf8')
const dashboard = await readFile(join(ROOT, 'ops/grafana.json'), 'utf8')
const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** A series with the labels that Prometheus gives to all of one scrape job. */
function scraped(series: string): string {
  const [, name, labels] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? []
  return `${name}{${[labels, 'job="acarreo"', 'instance="127.0.0.1:3000"'].filter(Boolean).join()}}`
}

/** A test of promtool: what rings at that minute, and nothing else. JSON is YAML. */
const promtoolTest = ({ name, series, minute, rings }: (typeof FAULTS)[number]) => ({
  name,
  interval: '1m',
  input_series: Object.entries({ ...HEALTHY, ...series }).flatMap(([series, values]) =>
    values === null ? [] : [{ series: scraped(series), values }],
  ),
  promql_expr_test: [
    {
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: `${minute}m`,
      exp_samples: rings.map((alarm) => ({ labels: `{alertname="${alarm}"}`, value: 1 })),
    },
  ],
})

describe('the alarms of ops/alerts.yml', () => {
  it.skipIf(!hasPromtool)('ring for their fault alone, by promtool', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'acarreo-alarms-'))
    try {
      const healthy = { name: 'all is well', series: {}, minute: 170, rings: [] }
      const file = join(folder, 'test.yml')
      const tests = [healthy, ...FAULTS].map(promtoolTest)
      await writeFile(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }))
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
      expect(`${stdout}${stderr}`).toContain('SUCCESS')
      expect(status).toBe(0)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('are each raised by a fault', () => {
    expect(alarms.length).toBeGreaterThan(20)
    expect(alarms.filter((alarm) => !FAULTS.some(({ rings }) => rings.includes(alarm)))).toEqual([])
  })

  it('are each in the runbook of docs/runbook.md', async () => {
    const runbook = await readFile(join(ROOT, 'docs/runbook.md'), 'utf8')
    expect(alarms.filter((alarm) => !runbook.includes(`\`${alarm}\``))).toEqual([])
  })

  it('are those that docs/operations.md names beside lines of the log', async () => {
    const named = (await readFile(join(ROOT, 'docs/operations.md'), 'utf8')).matchAll(/`(Acarreo[A-Z]\w+)`/g)
    const names = [...named].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !alarms.includes(name))).toEqual([])
  })

  it('and the dashboard ask for metrics and jobs that there are', async () => {
    // Some are there for a target of backups alone.
    const t = await createTestApp({ config: readConfig({ LOG_LEVEL: 'silent', BACKUP_TARGET: tmpdir() }) })
    t.app.metrics.expectJobs(['backups'])
    const text = await ownMetrics(t.app).metrics()
    const jobs = productJobs(t.deps.config).map(({ name }) => name)
    await t.close()
    // Made where a process of the product starts, and by the primary of a cluster.
    const elsewhere = [
      'acarreo_alerts_watched',
      'acarreo_clock_in_doubt',
      'acarreo_clock_offset_seconds',
      'acarreo_workers',
      'acarreo_worker_exits_total',
    ]
    const there = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name).concat(elsewhere)
    const asked = [...`${rules}${dashboard}`.matchAll(/\b(?:acarreo|nodejs|process)_[a-z0-9_]+/g)]
    const names = [...new Set(asked.map(([name]) => name.replace(/_(?:bucket|sum|count)$/, '')))]
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !there.includes(name))).toEqual([])
    const named = [...rules.matchAll(/job_name=~?"([a-z_|]+)"/g)].flatMap(([, list = '']) => list.split('|'))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((job) => !jobs.includes(job))).toEqual([])
    // Prometheus gives these to every series: one of ours would be renamed, and alarms that ask for it be silent.
    expect(text.match(/[{,](job|instance)=/)).toBeNull()
  })
})
