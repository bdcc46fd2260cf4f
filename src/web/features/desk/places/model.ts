import type { PlaceRequest, PlaceResponse, SuggestedPlace } from '#contract/http/driver/places'
import { type Coordinates, formatMetres } from '#domain/geo/position'
import type { PlaceKind } from '#domain/place/place'
import type { Shape } from '#domain/place/shape'
import { type FieldErrors, found } from '../../../lib/field-errors.ts'
import { placesText as text } from '../../../text/places.ts'
import { isShortLink, positionIn } from './pasted-position.ts'

/** A place as it is typed; positions as 'latitude, longitude'. */
export interface PlaceDraft {
  name: string
  kind: PlaceKind
  type: Shape['type']
  center: string
  radius: string
  /** One position a line. */
  points: string
  timeZone: string
  freeMinutes: string
  facilityCode: string
  client: string
}

/** The zones of Mexico, the first choice in the field; any other may be typed. */
export const ZONES = [
  'America/Mexico_City',
  'America/Cancun',
  'America/Merida',
  'America/Monterrey',
  'America/Matamoros',
  'America/Chihuahua',
  'America/Ciudad_Juarez',
  'America/Ojinaga',
  'America/Mazatlan',
  'America/Bahia_Banderas',
  'America/Hermosillo',
  'America/Tijuana',
]

export const emptyDraft = (timeZone: string): PlaceDraft => ({
  name: '',
  kind: 'park',
  type: 'circle',
  center: '',
  radius: '300',
  points: '',
  timeZone,
  freeMinutes: '',
  facilityCode: '',
  client: '',
})

/** Six decimals: a decimetre. */
const typed = ({ lat, lng }: Coordinates): string => `${round(lat)}, ${round(lng)}`
const round = (degrees: number): number => Number(degrees.toFixed(6))

export const draftOfSuggestion = (timeZone: string, { center, radiusMetres, location }: SuggestedPlace) => ({
  ...emptyDraft(timeZone),
  name: location === null ? '' : `${text.kinds.park} ${location}`,
  center: typed(center),
  radius: String(radiusMetres),
})

export const draftOfPlace = (place: PlaceResponse, client: string | null): PlaceDraft => ({
  name: place.name,
  kind: place.kind,
  type: place.shape.type,
  center: place.shape.type === 'circle' ? typed(place.shape.center) : '',
  radius: place.shape.type === 'circle' ? String(place.shape.radiusMetres) : '300',
  points: place.shape.type === 'polygon' ? place.shape.points.map(typed).join('\n') : '',
  timeZone: place.timeZone,
  freeMinutes: place.freeMinutes === null ? '' : String(place.freeMinutes),
  facilityCode: place.facilityCode ?? '',
  client: client ?? '',
})

const linesOf = ({ points }: Pick<PlaceDraft, 'points'>): string[] =>
  points.split('\n').filter((line) => line.trim() !== '')

const pointsOf = (draft: Pick<PlaceDraft, 'points'>): Coordinates[] =>
  linesOf(draft).flatMap((line) => positionIn(line) ?? [])

/** What the map can draw of it so far; null: nothing. */
export function shapeOf(draft: PlaceDraft): Shape | null {
  if (draft.type === 'polygon') {
    const points = pointsOf(draft)
    return points.length === 0 ? null : { type: 'polygon', points }
  }
  const center = positionIn(draft.center)
  const radiusMetres = Number(draft.radius)
  return center && { type: 'circle', center, radiusMetres: radiusMetres > 0 ? radiusMetres : 1 }
}

/** The map was pressed: the circle moves there, the polygon gets another point. */
export const withPoint = (draft: PlaceDraft, position: Coordinates): PlaceDraft =>
  draft.type === 'circle'
    ? { ...draft, center: typed(position) }
    : { ...draft, points: [...linesOf(draft), typed(position)].join('\n') }

/** A corner was dragged; of a circle, its centre. */
export const withMoved = (draft: PlaceDraft, index: number, position: Coordinates): PlaceDraft =>
  draft.type === 'circle'
    ? { ...draft, center: typed(position) }
    : { ...draft, points: pointsOf(draft).map(typed).with(index, typed(position)).join('\n') }

export const withoutLast = (draft: PlaceDraft): PlaceDraft => ({
  ...draft,
  points: linesOf(draft).slice(0, -1).join('\n'),
})

/** Of positions of which one cannot be read. */
const positionFault = (lines: readonly string[]): string =>
  lines.some(isShortLink) ? text.shortLink : text.coordinatesWrong

/** What the server need not be asked for: the rest of the rules is its own. */
export function draftErrors(draft: PlaceDraft): FieldErrors<PlaceDraft> {
  const isNumber = (value: string) => /^\d+(\.\d+)?$/.test(value.trim())
  return found<PlaceDraft>({
    name: draft.name.trim() === '' ? text.nameRequired : undefined,
    center: draft.type === 'circle' && !positionIn(draft.center) ? positionFault([draft.center]) : undefined,
    radius: draft.type === 'circle' && !isNumber(draft.radius) ? text.numberWrong : undefined,
    points:
      draft.type === 'polygon' &&
      (linesOf(draft).length === 0 || linesOf(draft).some((line) => !positionIn(line)))
        ? positionFault(linesOf(draft))
        : undefined,
    freeMinutes: /^\d*$/.test(draft.freeMinutes.trim()) ? undefined : text.numberWrong,
  })
}

/** Of a draft without errors. */
export function requestOf(draft: PlaceDraft): PlaceRequest {
  const given = (value: string) => value.trim() || null
  const center = positionIn(draft.center) ?? { lat: 0, lng: 0 }
  return {
    name: draft.name,
    kind: draft.kind,
    shape:
      draft.type === 'circle'
        ? { type: 'circle', center, radiusMetres: Number(draft.radius) }
        : { type: 'polygon', points: pointsOf(draft) },
    timeZone: draft.timeZone.trim(),
    freeMinutes: draft.freeMinutes.trim() === '' ? null : Number(draft.freeMinutes),
    facilityCode: given(draft.facilityCode),
    client: given(draft.client),
  }
}

export const shapeWords = (shape: Shape): string =>
  shape.type === 'circle' ? text.circle(formatMetres(shape.radiusMetres)) : text.polygon(shape.points.length)
