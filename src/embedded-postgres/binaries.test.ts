import { expect, it } from 'vitest'
import { findPackage } from './binaries.ts'
import { EmbeddedPostgresError } from './error.ts'

it.each([
  ['win32', 'x64', { code: 'not_installed', system: 'win32-x64' }],
  ['linux', 'riscv64', { code: 'no_glibc', system: 'linux-riscv64' }],
])('has no programs for %s %s', (platform, arch, failure) => {
  const attempt = () => findPackage(platform, arch)
  expect(attempt).toThrow(EmbeddedPostgresError)
  expect(attempt).toThrow(expect.objectContaining({ failure }))
})
