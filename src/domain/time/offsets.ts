import { epochDay } from './calendar.ts'

/**
 * How far the local time of a zone is ahead of UTC. The rules come from Intl, which takes some microseconds for each
 * instant; here they are read once and kept, so that a month of visits is arithmetic.
 */

/** Half of the shortest time between two changes of one zone since 1970, a week. */
const SAMPLE_MS = 2 ** 28
/** About a hundred days. */
const BLOCK_MS = 2 ** 33
/** More than there are; a name in another spelling is another one. */
const MOST_ZONES = 1000

/** From `at` on, epoch milliseconds, the zone is `offset` milliseconds ahead. */
interface Change {
  at: number
  offset: number
}

interface Zone {
  format: Intl.DateTimeFormat
  /** By their number: what applies from the start of the block on, then each change in it. */
  blocks: Map<number, readonly [Change, ...Change[]]>
}

const zones = new Map<string, Zone>()

function zoneOf(name: string): Zone {
  const known = zones.get(name)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (zones.size >= MOST_ZONES) zones.clear()
  const made = { format, blocks: new Map() }
  zones.set(name, made)
  return made
}

function readOffset(instant: number, { format }: Zone): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  const wall = (((epochDay({ year, month, day }) * 24 + hour) * 60 + minute) * 60 + second) * 1000
  return wall - Math.floor(instant / 1000) * 1000
}

/** The first instant after `before` at which the offset is no longer the one of then; at `after` it is not. */
function changeBetween(before: number, after: number, zone: Zone): number {
  const offset = readOffset(before, zone)
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (readOffset(middle, zone) === offset) low = middle
    else high = middle
  }
  return high
}

function readBlock(number: number, zone: Zone): readonly [Change, ...Change[]] {
  const start = number * BLOCK_MS
  const found: [Change, ...Change[]] = [{ at: start, offset: readOffset(start, zone) }]
  for (let at = start; at < start + BLOCK_MS; at += SAMPLE_MS) {
    const last = found.at(-1) ?? found[0]
    const next = at + SAMPLE_MS
    const offset = readOffset(next, zone)
    if (offset !== last.offset) found.push({ at: changeBetween(at, next, zone), offset })
  }
  return found
}

function blockOf(number: number, zone: Zone): readonly [Change, ...Change[]] {
  const known = zone.blocks.get(number)
  if (known) return known
  const read = readBlock(number, zone)
  zone.blocks.set(number, read)
  return read
}

/** Milliseconds that local time is ahead of UTC. */
export function offsetAt(instant: number, zone: string): number {
  const block = blockOf(Math.floor(instant / BLOCK_MS), zoneOf(zone))
  let { offset } = block[0]
  for (let i = 1; i < block.length; i++) {
    const change = block[i]
    if (change && change.at <= instant) offset = change.offset
  }
  return offset
}

/** The instants after `from` and up to `to` at which the offset changes, in order. */
export function changesBetween(from: number, to: number, zone: string): number[] {
  const found: number[] = []
  const known = zoneOf(zone)
  for (let number = Math.floor(from / BLOCK_MS); number * BLOCK_MS <= to; number++) {
    for (const { at } of blockOf(number, known).slice(1)) if (at > from && at <= to) found.push(at)
  }
  return found
}
