import { expect, it } from 'vitest'
import { runtimeLock, runtimeManifest, runtimePackages } from '../../scripts/lib/runtime-packages.mjs'

const pg = { version: '8.0.0', integrity: 'sha-pg' }
const inner = { version: '1.0.0', integrity: 'sha-inner' }
const lock = {
  lockfileVersion: 3,
  packages: {
    '': { version: '1.0.0', dependencies: { pg: '8.0.0' }, devDependencies: { vitest: '4.0.0' } },
    'node_modules/pg': pg,
    'node_modules/pg/node_modules/inner': inner,
    'node_modules/native-there': { version: '1.0.0', integrity: 'sha-there', optional: true },
    'node_modules/vitest': { version: '4.0.0', integrity: 'sha-vitest', dev: true },
  },
}
const present = { packages: { 'node_modules/pg': pg, 'node_modules/pg/node_modules/inner': inner } }

it('takes what runs on this machine, and nothing of development', () => {
  const packages = ['node_modules/pg', 'node_modules/pg/node_modules/inner']
  expect(runtimePackages(lock, present)).toEqual(packages)
})

it.each([
  ['another version', { ...pg, version: '8.0.1' }],
  ['other contents', { ...pg, integrity: 'sha-other' }],
  ['nothing', undefined],
])('refuses to take %s for what the lock file says', (_, installed) => {
  const packages = { ...present.packages, ...(installed && { 'node_modules/pg': installed }) }
  if (!installed) Reflect.deleteProperty(packages, 'node_modules/pg')
  expect(() => runtimePackages(lock, { packages })).toThrow(
    'node_modules/pg no es lo que dice package-lock.json',
  )
})

it('writes a manifest and a lock file that name nothing of development', () => {
  const manifest = runtimeManifest(
    {
      name: 'acarreo',
      scripts: { start: 'node scripts/start.mjs', verify: 'node scripts/verify.mjs' },
      dependencies: { pg: '8.0.0' },
      devDependencies: { vitest: '4.0.0' },
    },
    (name) => name === 'verify',
  )
  expect(manifest).toMatchObject({ name: 'acarreo', dependencies: { pg: '8.0.0' } })
  expect(manifest.scripts).toEqual({ verify: 'node dist/server/verify.js' })
  const written = runtimeLock(lock)
  expect(written).toMatchObject({ lockfileVersion: 3, packages: { 'node_modules/pg': pg } })
  expect(JSON.stringify([manifest, written])).not.toContain('vitest')
})
