import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config'
import { demoOptions } from '../../scripts/demo/options.mjs'
import { projectRoot } from '../../scripts/lib/root.mjs'
import { stepsFor } from '../../scripts/lib/test-run.mjs'
import { anonymous, operatorOf, PASSWORD, register } from '../support/actors.ts'
import { createTestApp } from '../support/app.ts'
import { declares } from './declares.ts'

const textOf = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
const exists = (file: string): boolean => existsSync(join(projectRoot, file))
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((m) => m[1] ?? '')

const README = textOf('README.md')
const CONTRIBUTING = textOf('CONTRIBUTING.md')
const SPEC_MAP = textOf('docs/spec-map.md')
const PAGES = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  ...['docs/glossary.md', 'docs/recipes.md', 'docs/spec-map.md'],
]

/** The cells of every table row below a heading line such as `| variable | …`, in code marks or not. */
function rowsBelow(text: string, heading: string): string[][] {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => line.startsWith(heading))
  if (from < 0) throw new Error(`no table begins with ${heading}`)
  const rows = lines.slice(from + 2)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  return rows.slice(0, end < 0 ? undefined : end).map((line) => line.split('|').map((cell) => cell.trim()))
}

test('every npm command in README and CONTRIBUTING is a script of package.json', () => {
  const { scripts } = JSON.parse(textOf('package.json'))
  const named = all(README + CONTRIBUTING, /(?:^|`)npm (?:run )?([a-z][\w:-]*)/gm)
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((name) => !(name in scripts) && name !== 'ci')).toEqual([])
})

test('every part of npm test and every option of the demo is one', () => {
  const parts = all(README + CONTRIBUTING, /npm test -- ([^`\n]+)/g)
  expect(parts.length).toBeGreaterThan(5)
  for (const part of parts) expect(stepsFor(part.trim().split(/\s+/)).names).not.toEqual([])
  const options = all(README, /npm run demo -- ([^#`\n]+)/g)
  expect(options.length).toBeGreaterThan(0)
  for (const words of options) expect(demoOptions(words.trim().split(/\s+/), 1).speed).toBeGreaterThan(0)
})

test('every configuration variable is in the README, and what the README calls its default is', () => {
  const rows = rowsBelow(README, '| variable |')
  const documented = rows.map(([, name = '']) => name.replaceAll('`', ''))
  // Those of every program that uses a bucket are in docs/operations.md.
  const own = all(textOf('src/server/environment.ts'), /^ {2}([A-Z][A-Z_]*): /gm).filter(
    (name) => !name.startsWith('AWS_'),
  )
  expect(documented).toEqual(own.sort(by(documented)))
  const defaults = readConfig({})
  const comparable = (config: object) => JSON.parse(JSON.stringify(config))
  const written = rows.flatMap(([, name = '', value = '']) =>
    value.startsWith('`') ? [[name.replaceAll('`', ''), value.replaceAll('`', '')]] : [],
  )
  expect(written.length).toBeGreaterThan(5)
  for (const [name = '', value] of written) {
    expect(comparable(readConfig({ [name]: value })), name).toEqual(comparable(defaults))
  }
})

/** Order of a list, for comparing two lists whose order does not matter while naming what is missing. */
const by = (order: string[]) => (a: string, b: string) => order.indexOf(a) - order.indexOf(b)

test('the first drivers are made as the README says', async () => {
  const steps = /^## First steps by hand\n([\s\S]*?)^## /m.exec(README)?.[1] ?? ''
  const pressed = all(steps, /\*([^*\n]+)\*/g)
  expect(pressed).toEqual([
    'Registrarse',
    'Operadores',
    'Agregar operador',
    'Invitar con enlace',
    'Start Operation',
    'Compartir',
  ])
  const words = [
    'people/accounts',
    'desk/desk',
    'people/operators',
    'driver/operation',
    'desk/live-operations',
  ]
    .map((screen) => textOf(`src/web/text/es/${screen}.ts`))
    .join('')
  for (const word of pressed) expect(words).toContain(`'${word}'`)

  const usernames = all(steps, /(?:account \(|sign in as )`([^`]+)`/g)
  expect(usernames).toEqual(['chofer1', 'chofer1'])
  const [username = ''] = usernames
  const [box] = all(steps, /container number \(`([^`]+)`\)/g)
  const t = await createTestApp()
  try {
    const supervisor = await register(t.app, 'supervisor')
    const driver = await operatorOf(t.app, supervisor, username)
    const invitation = (await supervisor.post('/api/users/invitations')).body
    const days = /register themselves for (\w+) days/.exec(steps)?.[1]
    expect([days, Date.parse(invitation.expiresAt) - t.clock.now()]).toEqual(['seven', 7 * 86_400_000])
    const invited = await anonymous(t.app).post('/api/register', {
      username: 'chofer2',
      password: PASSWORD,
      displayName: 'Julián Ríos',
      email: 'julian@example.com',
      acceptedTerms: true,
      invitation: new URL(invitation.url).searchParams.get('invitation'),
    })
    expect(invited.status).toBe(201)
    const list = (await supervisor.get('/api/users/operators')).body
    expect(list.map((operator: { username: string }) => operator.username).sort()).toEqual([
      'chofer1',
      'chofer2',
    ])
    const started = await driver.post('/api/containers', { containerId: box, operationType: 'load' })
    expect(started.status).toBe(201)
    const { operations } = (await supervisor.get('/api/supervisor/operations')).body
    expect(operations).toMatchObject([{ displayContainerId: box, username: 'chofer1' }])
    const shared = await supervisor.post(`/api/containers/${started.body.containerId}/share`)
    expect(shared.status).toBeLessThan(300)
  } finally {
    await t.close()
  }
})

test.each(PAGES)('every link and picture of %s leads somewhere', (page) => {
  const text = textOf(page)
  const targets = [...all(text, /\]\(([^)\s]+)\)/g), ...all(text, /(?:src|href)="([^"]+)"/g)]
  const local = targets.filter((target) => !/^(?:https?:|#)/.test(target))
  const broken = local.filter((target) => !exists(join(dirname(page), target.replace(/#.*$/, ''))))
  expect(broken).toEqual([])
})

test.each(PAGES)('every path that %s names exists', (page) => {
  const paths = all(textOf(page), /[`\s]((?:src|test|scripts|docs|migrations|bench)\/[\w./-]*\w)/g)
  expect(paths.filter((path) => !exists(path))).toEqual([])
})

test('README and ARCHITECTURE stay short', () => {
  for (const page of ['README.md', 'ARCHITECTURE.md'])
    expect(textOf(page).split('\n').length, page).toBeLessThanOrEqual(151)
})

test('every test that proves a rule of the specification is there under its name', () => {
  const rules = SPEC_MAP.split('\n').filter((line) => /^\| (?!rule \|)/.test(line))
  expect(rules.length).toBeGreaterThan(60)
  const missing = rules.flatMap((rule) => {
    const proofs = rule
      .replace(/^.* \| (?=`)/, '')
      .replace(/ \|$/, '')
      .split('<br>')
    return proofs.filter((proof) => {
      const [, file = '', name = ''] = /^`([\w./-]+\.(?:test|spec)\.ts)` › (.+)$/.exec(proof) ?? []
      return name === '' || !exists(file) || !declares(textOf(file), name)
    })
  })
  expect(missing).toEqual([])
})
