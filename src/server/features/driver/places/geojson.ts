import { type PlaceInput, placeRequest } from '#contract/http/driver/places'
import { LIMITS } from '#domain/account/limits'
import { fieldsOfFeature } from '#domain/place/geojson'
import { invalid } from '../../../http/answer/problem.ts'
import { isMessageCode, type Said, say, sayCoded } from '../../../text/messages.ts'
import { limitReached } from '../../people/accounts/limits.ts'

/** Faults that are told; the rest of a bad file is the same again. */
const TOLD = 20

/**
 * The places of a GeoJSON file. Throws 400 that names each feature that is none, and why, and 409 for more than anybody
 * may have. Yields where it may rest: 200 polygons take longer than others should wait.
 */
export function* placesOfFeatures(features: readonly unknown[]): Generator<void, PlaceInput[]> {
  if (features.length > LIMITS.placesInUse) throw limitReached('placesInUse')
  const faults: (Said & { path: string })[] = []
  const found: PlaceInput[] = []
  const names = new Set<string>()
  for (const [index, feature] of features.entries()) {
    yield
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
