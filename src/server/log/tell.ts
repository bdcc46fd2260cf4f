import { type FieldsOf, LINES, type LogCode, sentenceOf } from '../text/log/lines.ts'

type Write = (fields: object, sentence: string) => void

/** Where lines go: a pino logger, or a part of one. */
export type Log = Partial<Record<'fatal' | 'error' | 'warn' | 'info' | 'debug', Write>>

/** Writes the line of a code. `sentence`: instead of the table's, or where that has none. */
export type Tell = <C extends LogCode>(
  code: C,
  fields: FieldsOf<C> & Record<string, unknown>,
  sentence?: string,
) => void

export const tellTo =
  (log: Log): Tell =>
  (code, fields, sentence = sentenceOf(code, fields)) =>
    log[LINES[code].level]?.({ ...fields, code }, sentence)

/** For a program that a person runs: the sentence alone. */
export const tellPerson =
  (say: (line: string) => void): Tell =>
  (code, fields, sentence = sentenceOf(code, fields)) =>
    say(sentence)
