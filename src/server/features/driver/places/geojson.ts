import { type PlaceInput, placeRequest } from '#contract/http/places'
import { LIMITS } from '#domain/account/limits'
import { fieldsOfFeature } from '#domain/place/geojson'
import { invalid } from '../../../http/problem.ts'
import { isMessageCode, type Said, say, sayCoded } from '../../../text/messages.ts'
import { limitReached } from '../../people/accounts/limits.ts'

/** Faults that are told; the rest of a bad file is the same again. */
const TOLD = 20

/** More than 200 polygons of 500 points with a hundred properties each have. */
const MODEST = { depth: 32, brackets: 150_000, names: 50_000 }

const [QUOTE, COLON, OPEN, ESCAPE, CLOSE, OPEN_BRACE, CLOSE_BRACE] = [34, 58, 91, 92, 93, 123, 125]

/**
 * Whether the text is nested and divided no more than a file of places is. One pass without allocation: megabytes of
 * brackets or names would hold the thread for seconds in the parser.
 */
export function isModestJson(text: string): boolean {
  let depth = 0
  let brackets = 0
  let names = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      for (i++; i < text.length && text.charCodeAt(i) !== QUOTE; i++) if (text.charCodeAt(i) === ESCAPE) i++
    } else if (code === OPEN || code === OPEN_BRACE) {
      brackets++
      depth++
      if (depth > MODEST.depth || brackets > MODEST.brackets) return false
    } else if (code === CLOSE || code === CLOSE_BRACE) depth--
    else if (code === COLON && ++names > MODEST.names) return false
  }
  return true
}

/**
 * The places of a GeoJSON file. Throws 400 that names each feature that is none, and why, and 409 for more than anybody
 * may have.
 */
export function placesOfFeatures(features: readonly unknown[]): PlaceInput[] {
  if (features.length > LIMITS.placesInUse) throw limitReached('placesInUse')
  const faults: (Said & { path: string })[] = []
  const found: PlaceInput[] = []
  const names = new Set<string>()
  for (const [index, feature] of features.entries()) {
    const path = `features.${index}`
    const read = fieldsOfFeature(feature)
    if (!read.ok) {
      faults.push({ path, ...say(read.fault) })
      continue
    }
    const judged = placeRequest.safeParse(read.fields)
    if (!judged.success) {
      const [issue] = judged.error.issues
      faults.push({ path: [path, ...(issue?.path ?? [])].join('.'), ...saidOf(issue) })
      continue
    }
    const { name } = judged.data
    if (names.has(name.toLowerCase())) faults.push({ path, ...say('geojson_same_name', { name }) })
    names.add(name.toLowerCase())
    found.push(judged.data)
  }
  if (faults.length > 0) throw invalid(faults.slice(0, TOLD))
  return found
}

function saidOf(issue: { message: string; maximum?: unknown } | undefined): Said {
  const message = issue?.message ?? ''
  if (isMessageCode(message)) return sayCoded(message, { max: issue?.maximum })
  return { message, messageCode: 'value_invalid' }
}
