import { expect, it } from 'vitest'
import { importChunk } from './import-chunk.ts'

it('asks for a chunk that failed under another name each time, and then stays with what loaded', async () => {
  const asked: string[] = []
  let away = true
  const load = async (path: string) => {
    asked.push(path)
    if (away) throw new TypeError('Failed to fetch dynamically imported module')
    return path
  }
  await expect(importChunk('./kpis.js', load)).rejects.toThrow(TypeError)
  await expect(importChunk('./kpis.js', load)).rejects.toThrow(TypeError)
  away = false
  const first = await importChunk('./kpis.js', load)
  // One module, however often it is imported.
  expect(await importChunk('./kpis.js', load)).toBe(first)
  expect(await importChunk('./other.js', load)).toBe('./other.js')
  expect(asked).toEqual([
    './kpis.js',
    './kpis.js?again=1',
    './kpis.js?again=2',
    './kpis.js?again=2',
    './other.js',
  ])
})
