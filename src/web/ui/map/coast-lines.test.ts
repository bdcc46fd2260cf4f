import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { distanceKm } from '#domain/geo/position'
import { lineOf } from './coast-lines.ts'

const file = readFileSync(new URL('./mexico.json', import.meta.url))
const { coasts, states }: Record<'coasts' | 'states', number[][]> = JSON.parse(file.toString())

const nearestKm = (lines: number[][], [lat, lng]: [number, number]): number =>
  Math.min(
    ...lines.flatMap(lineOf).map((point) => distanceKm({ lat, lng }, { lat: point[0], lng: point[1] })),
  )

it.each<[string, number[][], [number, number]]>([
  ['the coast at Manzanillo', coasts, [19.05, -104.32]],
  ['the coast at Veracruz', coasts, [19.2, -96.13]],
  ['the border of Colima with Jalisco, at the Marabasco', states, [19.3, -104.55]],
])('has %s within 8 km', (_, lines, place) => expect(nearestKm(lines, place)).toBeLessThan(8))

it('weighs less than 25 kB', () => expect(gzipSync(file).length).toBeLessThan(25_000))
