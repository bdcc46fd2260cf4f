import type { Coordinates } from '#domain/geo/position'

const NUMBER = String.raw`([+-]?\d{1,3}(?:\.\d+)?)`
const PAIR = new RegExp(String.raw`^\s*${NUMBER}\s*[,;\s]\s*${NUMBER}\s*$`)

/** 20°31'12.0"N 103°10'48.0"W, as map services show it; minutes and seconds may be missing. */
const DEGREES = String.raw`(\d{1,3}(?:\.\d+)?)\s*°\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′’]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*["″”]\s*)?`
const SEXAGESIMAL = new RegExp(String.raw`^\s*${DEGREES}([NS])[\s,]*${DEGREES}([EWO])\s*$`, 'i')

/**
 * Where links of the usual map services carry a position, the pin before the middle of what is shown: Google (`!3d…!4d…`,
 * `q=`, `query=`, `/@`), Apple and Waze (`ll=`), OpenStreetMap (`mlat`, `#map=`), Bing (`cp=`), HERE (`map=`), `geo:`.
 */
const IN_LINKS = [
  `!3d${NUMBER}!4d${NUMBER}`,
  `[?&]mlat=${NUMBER}&mlon=${NUMBER}`,
  String.raw`[?&](?:q|query|destination|daddr|ll|latlng|center|map)=(?:loc:)?${NUMBER}[,+\s]+${NUMBER}`,
  `[?&]cp=${NUMBER}~${NUMBER}`,
  String.raw`#map=[\d.]+/${NUMBER}/${NUMBER}`,
  `/@${NUMBER},${NUMBER}`,
  String.raw`/(?:place|search|dir)/${NUMBER},[\s+]*${NUMBER}`,
  `^geo:${NUMBER},${NUMBER}`,
].map((pattern) => new RegExp(pattern, 'i'))

const SHORT_LINK =
  /^https?:\/\/(maps\.app\.goo\.gl|goo\.gl\/maps|waze\.com\/ul\/h|maps\.apple\/p|bing\.com\/maps\/s)/i

/** A link whose position only its service knows. */
export const isShortLink = (text: string): boolean => SHORT_LINK.test(text.trim())

/** The position that was typed or pasted: 'latitude, longitude', degrees with minutes, or a link. Null: none. */
export function positionIn(text: string): Coordinates | null {
  const line = text.trim()
  const pair = PAIR.exec(line)
  if (pair) return onEarth(Number(pair[1]), Number(pair[2]))
  const angles = SEXAGESIMAL.exec(line)
  if (angles) {
    const [lat, lng] = [angles.slice(1, 5), angles.slice(5, 9)].map(degreesOf)
    return onEarth(lat ?? Number.NaN, lng ?? Number.NaN)
  }
  if (!/^(https?:\/\/|geo:)/i.test(line)) return null
  const link = decoded(line)
  for (const pattern of IN_LINKS) {
    const found = pattern.exec(link)
    const position = found && onEarth(Number(found[1]), Number(found[2]))
    if (position) return position
  }
  return null
}

function degreesOf([degrees, minutes = '0', seconds = '0', side = '']: string[]): number {
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  return /[SWO]/i.test(side) ? -size : size
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    // A lone '%' is no escape.
    return link
  }
}

const onEarth = (lat: number, lng: number): Coordinates | null =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
