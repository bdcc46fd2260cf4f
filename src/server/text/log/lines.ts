import { FAULTS } from './faults.ts'
import type { Line } from './line.ts'
import { START } from './start.ts'
import { WORK } from './work.ts'

/** Every line that the product writes, by its code. docs/operations.md has a row for each (lines.test.ts). */
export const LINES = { ...START, ...FAULTS, ...WORK } as const

export type LogCode = keyof typeof LINES

/** What the sentence of a code is made of. */
export type FieldsOf<C extends LogCode> = (typeof LINES)[C] extends Line<infer F> ? F : never

export const sentenceOf = <C extends LogCode>(code: C, fields: FieldsOf<C>): string =>
  (LINES[code] as Line<object>).words(fields as object)
