import { type Instant, type JsonValue, jsonText } from './json-text.ts'

/** The keys of a record, each with the text that stands before its value. */
type Fields<Key extends string> = readonly (readonly [Key, string])[]

/** `keys` must be sorted. */
const fieldsOf = <Key extends string>(keys: readonly Key[]): Fields<Key> =>
  keys.map((key) => [key, `,${jsonText(key)}:`])

/**
 * The one text of a record, of which hashes are made: JSON with its keys in the order of their code units, without the
 * keys whose value is null, dates as `toISOString` gives them (UTC, milliseconds), the rest as JSON.stringify does. A key
 * that a later version adds is null in the records before it, so their text stays as it was.
 */
export function canonicalJson<Key extends string>(
  record: Readonly<Partial<Record<Key, JsonValue>>>,
  fields: Fields<Key> = fieldsOf((Object.keys(record) as Key[]).sort()),
): string {
  let text = ''
  for (const [key, label] of fields) {
    const value = record[key]
    if (value !== null && value !== undefined) text += label + jsonText(value)
  }
  return `{${text.slice(1)}}`
}

/**
 * What was reported with an event. Not the container's number, which the operation key begins with; nor the number in the
 * supervisor's order, which the database gives after this text is made, and which `verify` compares by itself.
 */
export interface ReportedEvent {
  accuracy: number | null
  clockOffsetMs: number | null
  eventId: string
  eventType: string
  fixAgeSeconds: number | null
  lat: number | null
  lng: number | null
  location: string | null
  operationKey: string
  operationType: string
  position: number
  recordedAt: Instant
  reportedAt: Instant | null
  /** The driver took the suggestion of the phone; null: pressed by hand. */
  suggested: true | null
  supervisorId: number | null
  timestamp: Instant
  userId: number
  username: string
}

const EVENT_FIELDS = fieldsOf<keyof ReportedEvent>([
  'accuracy',
  'clockOffsetMs',
  'eventId',
  'eventType',
  'fixAgeSeconds',
  'lat',
  'lng',
  'location',
  'operationKey',
  'operationType',
  'position',
  'recordedAt',
  'reportedAt',
  'suggested',
  'supervisorId',
  'timestamp',
  'userId',
  'username',
])

export const canonicalEvent = (event: ReportedEvent): string =>
  canonicalJson<keyof ReportedEvent>(event, EVENT_FIELDS)

/** What was reported with a correction. */
export interface ReportedCorrection {
  after: string | null
  authorId: number
  authorName: string
  authorRole: string
  before: string | null
  correctionId: string
  eventPosition: number | null
  kind: string
  operationKey: string
  position: number
  reason: string | null
  recordedAt: Instant
  /** When the driver pressed, as the phone says; null: nobody says, or recorded before this was kept. */
  reportedAt: Instant | null
  supervisorId: number | null
}

const CORRECTION_FIELDS = fieldsOf<keyof ReportedCorrection>([
  'after',
  'authorId',
  'authorName',
  'authorRole',
  'before',
  'correctionId',
  'eventPosition',
  'kind',
  'operationKey',
  'position',
  'reason',
  'recordedAt',
  'reportedAt',
  'supervisorId',
])

export const canonicalCorrection = (correction: ReportedCorrection): string =>
  canonicalJson<keyof ReportedCorrection>(correction, CORRECTION_FIELDS)
