import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeTestFolder } from '../../scripts/lib/test-folder.mjs'

function made(memory: string, room: number): string {
  const folder = makeTestFolder(memory, room)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function memoryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'acarreo-memory-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('lies in memory where there is room, may be read by other users, and holds programs that run', () => {
  const memory = memoryFolder()
  const folder = made(memory, 1)
  expect(dirname(folder)).toBe(memory)
  expect(statSync(folder).mode & 0o777).toBe(0o755)
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\necho runs\n', { mode: 0o700 })
  expect(execFileSync(program, { encoding: 'utf8' })).toBe('runs\n')
})

it('lies where temporary files are kept when there is no such memory, or too little', () => {
  for (const [memory, room] of [
    [join(tmpdir(), 'acarreo-no-such-memory'), 1],
    [memoryFolder(), Number.POSITIVE_INFINITY],
  ] as const) {
    const folder = made(memory, room)
    expect(dirname(folder)).toBe(tmpdir())
    expect(existsSync(folder)).toBe(true)
  }
})
