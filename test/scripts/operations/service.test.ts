import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../../scripts/lib/root.mjs'
import { block, inline } from './document.ts'
import { run, typed } from './program.ts'

const UNIT = join(projectRoot, 'ops/acarreo.service')

const hasSystemd = (await run('systemd-analyze', ['--version'])).code === 0
if (!hasSystemd) console.warn('No systemd-analyze here: install systemd to run all of service.test.ts.')
const mayAddAccounts =
  process.geteuid?.() === 0 && (await run('useradd', ['--help'])).said.includes('--prefix')
if (!mayAddAccounts) console.warn('Not root, or no useradd: the first lines of «As a service» are not run.')

it.skipIf(!hasSystemd)(
  'systemd understands the unit, and calls it as closed as the document says',
  async () => {
    // Nothing of the product is installed here.
    const unit = join(await folder(), 'acarreo.service')
    await writeFile(unit, (await readFile(UNIT, 'utf8')).replace('/usr/bin/node', process.execPath))
    expect(await run('systemd-analyze', ['verify', unit])).toMatchObject({ said: '', code: 0 })
    const security = inline('systemd-analyze security').split(' ').slice(1, 2)
    const { said } = await run('systemd-analyze', [...security, '--offline=true', '--no-pager', UNIT])
    const document = await readFile(join(projectRoot, 'docs/operations.md'), 'utf8')
    const [, level] = /`systemd-analyze security acarreo` says ([\d.]+), OK/.exec(document) ?? []
    expect(said).toMatch(new RegExp(`exposure level for acarreo\\.service: ${level} OK`))
  },
)

it.skipIf(!mayAddAccounts)(
  'makes the Unix account of the unit, and a file of variables for root alone',
  async () => {
    const root = await folder()
    await mkdir(join(root, 'etc'))
    for (const name of ['passwd', 'group']) await writeFile(join(root, 'etc', name), '')
    const [useradd = '', install = ''] = block('operations › As a service › sh').split('\n')
    expect(await typed(useradd.replace('useradd ', `useradd --prefix ${root} `))).toMatchObject({ code: 0 })
    const passwd = await readFile(join(root, 'etc/passwd'), 'utf8')
    expect(passwd).toMatch(/^acarreo:[x!]:\d+:\d+::\/var\/lib\/acarreo:\/usr\/sbin\/nologin$/m)
    expect(await readFile(UNIT, 'utf8')).toContain('\nUser=acarreo\n')
    const file = '/etc/acarreo.env'
    expect(install).toContain(file)
    expect(await typed(install.replace(file, join(root, file)))).toMatchObject({ code: 0 })
    expect((await stat(join(root, file))).mode & 0o777).toBe(0o600)
    expect(await readFile(UNIT, 'utf8')).toContain(`\nEnvironmentFile=${file}\n`)
  },
)

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'acarreo-service-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}
