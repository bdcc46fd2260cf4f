import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonInTurns } from './json-in-turns.ts'

async function piecesOf(value: unknown): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of jsonInTurns(null, value)) pieces.push(piece)
  return pieces
}

it('writes what JSON.stringify writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 8 }), async (value) => {
      expect((await piecesOf(value)).join('')).toBe(JSON.stringify(value))
    }),
  )
  const holes = { absent: undefined, list: [undefined, null], empty: {}, none: [] }
  expect((await piecesOf(holes)).join('')).toBe(JSON.stringify(holes))
})

it('gives up the thread between the pieces of a large list', async () => {
  const visits = Array.from({ length: 22_000 }, (_, n) => ({
    containerId: `CSQU${n}`,
    charge: { minutes: n },
  }))
  const answer = { month: '2026-03', clients: [{ name: 'Importadora', visits }] }
  let turns = 0
  const turn = () => {
    turns++
    waiting = setImmediate(turn)
  }
  let waiting = setImmediate(turn)
  const pieces = await piecesOf(answer)
  clearImmediate(waiting)
  expect(pieces.join('')).toBe(JSON.stringify(answer))
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(66 * 1024)
  expect(turns).toBeGreaterThan(1)
})
