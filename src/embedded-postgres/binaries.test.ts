import { expect, it } from 'vitest'
import { findPackage } from './binaries.ts'
import { EmbeddedPostgresError } from './error.ts'

it.each([
  ['win32', 'x64', /no está instalada para este sistema \(win32-x64\)/],
  ['linux', 'riscv64', /necesita glibc y este sistema \(linux-riscv64\)/],
])('asks for DATABASE_URL in one line on %s %s', (platform, arch, reason) => {
  const attempt = () => findPackage(platform, arch)
  expect(attempt).toThrow(EmbeddedPostgresError)
  expect(attempt).toThrow(reason)
  expect(attempt).toThrow(/^[^\n]*DATABASE_URL\.$/)
})
