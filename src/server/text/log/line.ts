type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug'

// The fields differ from line to line; `FieldsOf` in lines.ts gives each code its own.
type Words<F> = (fields: F) => string

export interface Line<F> {
  level: Level
  words: Words<F>
}

/** A line of the log. Without `words` the one who tells it brings the sentence. */
export const line = <F extends object = object>(level: Level, words: string | Words<F> = ''): Line<F> => ({
  level,
  words: typeof words === 'string' ? () => words : words,
})

/** '1 min 5 s', as a person reads it. */
export function spanWords(seconds: number): string {
  if (seconds < 60) return `${seconds.toLocaleString('es-MX', { maximumFractionDigits: 1 })} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} días ${hours % 24} h`
}
