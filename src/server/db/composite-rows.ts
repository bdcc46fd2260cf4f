import type { Instant } from '#domain/record/json-text'

/** Milliseconds from 1970 to 2000, where PostgreSQL counts from. */
const EPOCH_MS = 946_684_800_000
const TWO_TO_32 = 2 ** 32

export type ColumnValue = string | number | boolean | Instant | null | undefined

/** Shared by all calls: no call is interrupted, and what it returns is a copy. */
let bytes = Buffer.allocUnsafeSlow(65_536)
let at = 0

function reserve(length: number): void {
  if (at + length <= bytes.length) return
  const larger = Buffer.allocUnsafeSlow(2 * (at + length))
  bytes.copy(larger, 0, 0, at)
  bytes = larger
}

function int32(value: number): void {
  at = bytes.writeInt32BE(value, at)
}

/** `value * times` as 64 bits, in two halves: microseconds since 2000 pass 2^53, where numbers stop being exact, in 2285. */
function int64(value: number, times = 1): void {
  const high = Math.floor(value / TWO_TO_32)
  const low = (value - high * TWO_TO_32) * times
  const carry = Math.floor(low / TWO_TO_32)
  int32(high * times + carry)
  at = bytes.writeUInt32BE(low - carry * TWO_TO_32, at)
}

/** PostgreSQL refuses the text of a fraction for an integer column; as bytes the fraction would be cut off silently. */
function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`)
  return value
}

interface Type {
  /** The same in every database. */
  oid: number
  /** Its length and the value. */
  write(value: never): void
}

const fixed = <Value>(oid: number, length: number, write: (value: Value) => void): Type => ({
  oid,
  write(value: Value) {
    int32(length)
    write(value)
  },
})

/** By the name that SQL has for it. Zero has no sign, as in a text of JavaScript: adding zero takes it away. */
const TYPES: Readonly<Record<string, Type>> = {
  boolean: fixed(16, 1, (value: boolean) => {
    at = bytes.writeUInt8(value ? 1 : 0, at)
  }),
  bigint: fixed(20, 8, (value: number) => int64(whole(value))),
  integer: fixed(23, 4, (value: number) => int32(whole(value))),
  real: fixed(700, 4, (value: number) => {
    at = bytes.writeFloatBE(value + 0, at)
  }),
  'double precision': fixed(701, 8, (value: number) => {
    at = bytes.writeDoubleBE(value + 0, at)
  }),
  'timestamp (3) with time zone': fixed(1184, 8, (value: Date) =>
    int64(whole(value.getTime() - EPOCH_MS), 1000),
  ),
  uuid: fixed(2950, 16, (value: string) => {
    const length = bytes.write(value.replaceAll('-', ''), at, 'hex')
    if (length !== 16) throw new RangeError('not a UUID')
    at += length
  }),
  text: {
    oid: 25,
    write(value: string) {
      // Three bytes are the most that a UTF-16 unit takes.
      reserve(4 + 3 * value.length)
      const length = bytes.write(value, at + 4)
      int32(length)
      at += length
    },
  },
}

/** The longest value of a fixed length, with the number of its type and its length. */
const LONGEST = 24

/**
 * Makes an array of rows of a composite type in PostgreSQL's binary format, for one parameter: PostgreSQL reads it without
 * parsing a text. `columns` are those of the type, in its order. Throws for a type that is not in `TYPES`.
 *
 * The result takes the type's number in this database (`'name'::regtype::oid`). Throws `RangeError` for a value that its
 * column cannot hold.
 */
export function compositeRows<Row>(columns: readonly { type: string; read(row: Row): ColumnValue }[]) {
  const fields = columns.map(({ type, read }) => {
    const known = TYPES[type]
    if (!known) throw new Error(`no binary format for ${type}`)
    return { ...known, write: known.write as (value: ColumnValue) => void, read }
  })
  return (type: number, rows: readonly Row[]): Buffer => {
    at = 0
    // Dimensions, no nulls, the type of an element, how many, and the number of the first.
    for (const value of [1, 0, type, rows.length, 1]) int32(value)
    for (const row of rows) {
      reserve(8)
      const start = at
      at += 4
      int32(fields.length)
      for (const { oid, read, write } of fields) {
        reserve(LONGEST)
        int32(oid)
        const value = read(row)
        if (value === null || value === undefined) int32(-1)
        else write(value)
      }
      bytes.writeInt32BE(at - start - 4, start)
    }
    return Buffer.from(bytes.subarray(0, at))
  }
}
