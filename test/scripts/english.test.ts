import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PLACES } from '#domain/geo/places'
import { eventLabel, statusLabel } from '#domain/operation/labels'
import { EVENT_TYPES, OPERATION_TYPES } from '#domain/operation/steps'
import { labels } from '../../src/web/text/en/labels.ts'
import { SENTENCES } from '../../src/web/text/en/server-sentences.ts'
import { fromServer as inEnglish } from '../../src/web/text/en/wire.ts'
import { serverNames } from '../../src/web/text/server-names.ts'
import { GAP, sentencesIn, serverSentences } from '../support/server-sentences.ts'

const ROOT = join(import.meta.dirname, '../..')
const names = serverNames(labels)
const fromServer = (words: string): string | null => names.get(words) ?? inEnglish(words)

/** Fills the gaps of a sentence with a number, a name and a count, and takes the first that is understood. */
function english(words: string): string | null {
  const filled = ['7', 'MSKU1234565', '7 operaciones'].map((gap) => words.replaceAll(GAP, gap))
  return filled.map(fromServer).find((found) => found !== null) ?? null
}

describe('the English of what the server says', () => {
  const sentences = serverSentences(ROOT)

  it('is there for every sentence that may reach the page', () => {
    const missing = sentences.filter(({ words }) => english(words) === null)
    expect(missing.map(({ file, words }) => `${file}: ${words.replaceAll(GAP, '…')}`)).toEqual([])
  })

  it('leaves no Spanish in what a gap does not bring', () => {
    for (const { words } of sentences) {
      expect(english(words)).not.toMatch(/[áéíóúñ¿¡]|\b(operaciones|contraseña|usuario)\b/i)
    }
  })

  it('is there for every event, every state and a place', () => {
    for (const event of EVENT_TYPES) {
      expect(fromServer(eventLabel(event)), event).not.toBeNull()
      for (const type of OPERATION_TYPES) expect(fromServer(statusLabel(type, event))).not.toBeNull()
    }
    expect(fromServer(`a 3 km de ${PLACES[0]?.[0]}`)).toBe(`3 km from ${PLACES[0]?.[0]}`)
  })

  it('is asked for wherever a sentence may stand', () => {
    const seen = (source: string): string[] =>
      sentencesIn('some.ts', source).map(({ words }) => words.replaceAll(GAP, '…'))
    expect(seen("throw new Problem(401, 'unauthorized', 'No autorizado')")).toEqual(['No autorizado'])
    expect(seen("z.string().min(1, 'El nombre falta').describe('Nombre de la persona')")).toEqual([
      'El nombre falta',
    ])
    expect(seen("const x = 'Pida un ' + 'enlace nuevo.'")).toEqual(['Pida un enlace nuevo.'])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source, as text
    expect(seen('notFound(`No se encontró ${name} (${id}).`)')).toEqual(['No se encontró … (…).'])
    expect(seen("({ summary: 'Lista de eventos', schema: { message: 'No es la clave' } })")).toEqual([
      'No es la clave',
    ])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source, as text
    expect(seen("log.warn('No hay conexión'); sql`select la from ${una}`")).toEqual([])
  })

  it('finds most of what is translated: a scan that sees nothing would miss nothing', () => {
    const seen = new Set(sentences.map(({ words }) => words))
    const known = Object.keys(SENTENCES).filter((words) => seen.has(words))
    expect(known.length).toBeGreaterThan(40)
    expect(seen).toContain('No autorizado')
    expect(seen).toContain('Credenciales inválidas')
    expect(seen).toContain('Su cuenta fue eliminada por su supervisor.')
  })
})
