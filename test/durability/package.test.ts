import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isBuilt } from '../../scripts/lib/build-product.mjs'
import { packageProduct } from '../../scripts/lib/package-product.mjs'
import { block } from '../scripts/operations/document.ts'
import { hireCrew } from '../support/http-client.ts'
import { faultRounds } from '../support/processes/fault-rounds.ts'
import { BARE, type Installation, installationIn, releaseSite } from '../support/processes/release-site.ts'
import { databaseProcesses, startServer } from '../support/processes/server-process.ts'

// A whole run builds before it comes here; a part of one does not build for these.
const onBuild = test.skipIf(!isBuilt())

let folder: string
let archive: string
let installation: Installation

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acarreo-package-'))
  if (!isBuilt()) return
  installation = await installationIn(folder)
  archive = await packageProduct({ to: join(folder, 'made'), say: () => {}, level: 1 })
  installation.install(archive)
}, 300_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

/** A program of the archive, from a folder that is not the product's; returns what it said, and its exit code. */
function program(name: string, ...args: string[]): { said: string; code: number | null } {
  const env = { ...BARE, DATA_DIR: installation.dataDir }
  const file = installation.current(`dist/server/${name}.js`)
  const { stdout, stderr, status } = spawnSync(process.execPath, [file, ...args], {
    cwd: '/',
    env,
    encoding: 'utf8',
  })
  return { said: stdout + stderr, code: status }
}

onBuild(
  'the archive starts where nothing can be installed or built, and its programs run beside it',
  async () => {
    const { dataDir, current } = installation
    const server = await startServer(dataDir, [current('dist/server/main.js')], { cwd: '/', env: BARE })
    try {
      const page = await fetch(server.origin)
      expect(page.status).toBe(200)
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1]
      expect((await fetch(server.origin + script)).status).toBe(200)

      const { operators } = await hireCrew(server, 'paquete', 1)
      const body = { containerId: 'CSQU3054383', operationType: 'load' }
      expect((await operators[0]?.post('/api/containers', body))?.status).toBe(201)
      const beside = program('verify')
      expect(beside.said).toContain('Registro íntegro: 1 ')
      expect(beside.code).toBe(0)
      expect(program('second-factor-off')).toMatchObject({ code: 0 })
    } finally {
      await server.stop()
    }
    expect(await server.ended).toBe(0)
    expect(databaseProcesses(dataDir)).toEqual([])
    expect(program('verify').code).toBe(0)
    expect(program('restore', '/nonexistent.gz').said).toBe('No existe el archivo /nonexistent.gz.\n')
  },
)

onBuild('the archive holds what runs, names its version, and nothing of development', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(basename(archive)).toBe(`acarreo-${version}-${process.platform}-${process.arch}.tar.gz`)
  const { said, code } = program('main', '--version')
  expect(said).toMatch(new RegExp(`^${version} ([0-9a-f]{12}(-dirty)?|sin commit)\n$`))
  expect(code).toBe(0)
  expect(installation.release()).toBe(said.trim().replaceAll(' ', '-'))

  const { current } = installation
  const development = ['vitest', 'typescript', 'vite', 'tsx', 'react', '@biomejs'].filter((name) =>
    existsSync(current(`node_modules/${name}`)),
  )
  expect(development).toEqual([])
  const files = [
    'dist/sbom.cdx.json',
    'package-lock.json',
    'SHA256SUMS',
    'ops/acarreo.service',
    'ops/install.sh',
  ]
  expect(files.filter((file) => !existsSync(current(file)))).toEqual([])
  const { scripts } = JSON.parse(await readFile(current('package.json'), 'utf8'))
  expect(Object.keys(scripts).sort()).toEqual(['doctor', 'restore', 'second-factor-off', 'verify'])
  // npm finds nothing missing, superfluous or of another version.
  execFileSync('npm', ['ls', '--all', '--offline'], { cwd: current(''), stdio: 'pipe' })
})

onBuild('the lines of the document install the archive by the script in it', async () => {
  const download = join(folder, 'download')
  await mkdir(download)
  const [, named = ''] = /dist\/package\/(\S+\.tar\.gz)/.exec(block('operations › The package › sh')) ?? []
  // On another platform the archive has another name, and its checksum goes by the name.
  await copyFile(archive, join(download, named))
  const lines = block('operations › As a service › sh').split('\n')
  const [unpack = '', install = ''] = lines.filter((line) => /^(tar|sh) /.test(line))
  const shell = (line: string) => execFileSync('sh', ['-ec', line], { cwd: download, encoding: 'utf8' })
  shell(unpack)
  const prefix = join(folder, 'by-the-document')
  const said = shell(install.replace(/ +#.*$/, ` ${prefix}`))
  expect(said).toContain(`${prefix}/current es `)
  expect(existsSync(join(prefix, 'current/dist/server/main.js'))).toBe(true)
  const unit = lines.find((line) => line.startsWith('cp '))?.split(' ')[1] ?? ''
  expect(existsSync(join(download, unit))).toBe(true)
})

onBuild('install.sh refuses a damaged archive and leaves the version that runs', async () => {
  const damaged = join(folder, basename(archive))
  await copyFile(archive, damaged)
  await copyFile(`${archive}.sha256`, `${damaged}.sha256`)
  await appendFile(damaged, 'x')
  const before = installation.release()
  expect(() => installation.install(damaged)).toThrow()
  expect(installation.release()).toBe(before)
})

onBuild(
  'a swap to another version and back loses no press, and lasts seconds',
  async () => {
    const site = await releaseSite(installation)
    try {
      const blows = ['swap', 'swap']
      const { struck, faults, connections } = await faultRounds(site, { blows, seed: 25, between: 15 })
      expect(faults).toEqual([])
      expect(struck).toMatchObject([{ times: 2, lost: 0, twice: 0, broken: 0 }])
      // A stop in order answers what is under way: no press need be sent twice, but every desk loses its channel.
      expect(Math.min(...connections)).toBeGreaterThan(1)
      expect(site.downMs).toHaveLength(2)
      for (const down of site.downMs) expect(down).toBeGreaterThan(0)
    } finally {
      await site.stop()
    }
  },
  180_000,
)
