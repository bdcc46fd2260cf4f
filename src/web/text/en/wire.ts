import { PATTERNS, SENTENCES } from './server-sentences.ts'

/** The English for a sentence of the server's, with or without gaps; null: unknown. */
export function fromServer(words: string): string | null {
  const known = SENTENCES[words]
  if (known !== undefined) return known
  for (const [pattern, say] of PATTERNS) {
    const found = pattern.exec(words)
    if (found) return say(...found.slice(1))
  }
  return null
}
