import linesUrl from './mexico.json?url'

/** Latitude, longitude, in degrees. */
export type Line = [number, number][]

const PARTS = 1000

/** A line of the file: longitude and latitude, then the steps from point to point, in thousandths of a degree. */
export function lineOf(steps: readonly number[]): Line {
  const line: Line = []
  let lng = 0
  let lat = 0
  for (let i = 0; i + 1 < steps.length; i += 2) {
    lng += steps[i] ?? 0
    lat += steps[i + 1] ?? 0
    line.push([lat / PARTS, lng / PARTS])
  }
  return line
}

/** The coasts and borders of Mexico and around, from scripts/coast.mjs. Rejects without a network. */
export async function loadCoastLines(): Promise<{ coasts: Line[]; states: Line[] }> {
  const response = await fetch(linesUrl)
  const { coasts, states }: Record<'coasts' | 'states', number[][]> = await response.json()
  return { coasts: coasts.map(lineOf), states: states.map(lineOf) }
}
