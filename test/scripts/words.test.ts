import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isMessageCode, sayCoded } from '#server/text/messages'
import { projectRoot } from '../../scripts/lib/root.mjs'
import { consoleMessages } from '../../src/web/text/en/console/console-messages.ts'
import { deskMessages } from '../../src/web/text/en/desk/desk-messages.ts'
import { placeMessages } from '../../src/web/text/en/desk/place-messages.ts'
import { messages } from '../../src/web/text/en/messages.ts'
import { passkeyMessages } from '../../src/web/text/en/people/passkey-messages.ts'
import { secondFactorMessages } from '../../src/web/text/en/people/second-factor-messages.ts'
import { loadWords, type Part } from '../../src/web/text/load-words.ts'
import { LABELS } from '../e2e/support/labels.ts'

const TEXT = join(projectRoot, 'src/web/text')
const PARTS: Part[] = [
  'page',
  'driver',
  'desk',
  'console',
  'recovery',
  'terms',
  'accounts',
  'account',
  'passkeys',
  'secondFactor',
  'alerts',
  'places',
  'camera',
]
const SERVER_TEXT = join(projectRoot, 'src/server/text')
/** Quotes of the specification that `LABELS` has no row for: they take a failure, or minutes. */
const FURTHER_QUOTES: readonly (string | RegExp)[] = [
  ...[/^ *(seconds|minutes) ago$/, 'Just now', 'Offline', /^Welcome( back)?, *$/, 'WebSocket Error'],
  ...['Error de Conexión WebSocket', 'Timeout: La solicitud tardó demasiado tiempo'],
  // 'Mis Logs de Operación' and 'Logs actualizados' name the tab.
  ...[/\blogs\b/i, /\btoken\b/],
  // Names that the operator has typed, or sees in the data folder.
  ...[/\b(SMTP_URL|MAIL_FROM|SESSION_SECRET)\b/, /\bcarpeta outbox\b/],
]
/** Words of both languages, names, units and formats. */
const SHARED =
  'acarreo acceso active aplicable arco auditor authenticator beta bic bytes cambios cargo carta centavos compare ' +
  'contacto cookie cookies corr csv cursor datos en error es esc español factor featurecollection feature geojson ' +
  'global google gps has https id in intelectual ip iphone iso json km ley locode microsoft min msku mxn mxzlo ' +
  'mxzloabcd no normal operadores original pdf personal pesos pin porte premium prohibidos propiedad qr real ' +
  'responsabilidad retire revocable rotacion semanal sha soporte supervisor supervisores terminacion terminal total ' +
  'transicion txt un unicode use usos uuid version visible whatsapp aaaa'

/** What the source of a text module says: its literals without gaps and code. */
const said = (code: string): string[] =>
  [
    ...code
      .replace(/^import .*$|\/\*[\s\S]*?\*\/|\/\/.*$|satisfies .*$|^(?:export )?type .*$/gm, '')
      .matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g),
  ].map(([, plain, template = '']) =>
    (plain ?? template).replace(/\$?\{[^}]*\}/g, ' ').replace(/\w+ (===|>) \w+/g, ' '),
  )

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-záéíóúñü]{2,}/g) ?? []

const files = (language: string): string[] =>
  readdirSync(join(TEXT, language), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
const source = (file: string): string => readFileSync(join(TEXT, file), 'utf8')

describe('the words of the screens', () => {
  it('are twins: a file in one language has its counterpart in the other', () => {
    // What the server says is Spanish already.
    expect(files('en').filter((file) => !file.endsWith('messages.ts'))).toEqual(files('es'))
  })

  it('belong to one part of the page each', async () => {
    const loaded = await Promise.all(PARTS.map(loadWords))
    const names = loaded.flatMap((words) => Object.keys(words)).filter((name) => name !== 'messages')
    expect(new Set(names).size).toBe(names.length)
    const screens = files('es').filter((file) => !file.endsWith('-words.ts'))
    expect(names).toHaveLength(screens.length)
  })

  it('import no code of the page: text modules await their words, so an import back would be a deadlock', () => {
    const allowed = /^import (?:type |.* from '(?:\.{1,2}\/[\w/-]+\.ts|#domain\/[\w/-]+)'$)/
    for (const language of ['es', 'en']) {
      for (const file of files(language)) {
        const imports = source(`${language}/${file}`).match(/^import .*$/gm) ?? []
        expect(
          imports.filter((line) => !allowed.test(line)),
          `${language}/${file}`,
        ).toEqual([])
      }
    }
  })

  it('of the server have their gaps filled in both languages', () => {
    const params = {
      limit: 20,
      email: 'rosa@parque.mx',
      name: 'X',
      minutes: 4,
      seconds: 4,
      min: 8,
      max: 60,
      count: 1,
      displayName: 'Ana',
      containerNumber: 'X',
      file: 'f',
      container: 'X',
      position: 3,
      supervisor: 2,
      records: 5,
      counter: 6,
      account: 7,
      subject: 'X',
      version: 2,
      lines: 9,
      line: 4,
      chain: 'X',
      operations: 1,
      events: 2,
      corrections: 0,
    }
    for (const [code, words] of Object.entries<unknown>({
      ...messages,
      ...deskMessages,
      ...consoleMessages,
      ...passkeyMessages,
      ...placeMessages,
      ...secondFactorMessages,
    })) {
      expect(isMessageCode(code) && sayCoded(code, params).message, code).not.toMatch(/undefined|^$/)
      expect(typeof words === 'function' ? words(params) : words, code).not.toMatch(/undefined|^$/)
    }
  })

  it('have no English in Spanish but what the specification quotes', () => {
    const quoted = [...LABELS.flatMap(([, labels]) => labels), ...FURTHER_QUOTES]
    const isQuoted = (said: string) =>
      quoted.some((quote) => (typeof quote === 'string' ? quote === said : quote.test(said)))
    const english = new Set(
      files('en')
        .filter((file) => !file.endsWith('-words.ts'))
        .flatMap((file) => said(source(`en/${file}`)).flatMap(wordsOf)),
    )
    for (const word of SHARED.split(' ')) english.delete(word)
    const screens = files('es')
      .filter((file) => !file.endsWith('-words.ts'))
      .map((file) => source(`es/${file}`))
    const server = [
      'tracking-page/es.ts',
      'evidence/es.ts',
      'words/fields.ts',
      'words/answers.ts',
      'alerts.ts',
    ]
    const texts = [...screens, ...server.map((file) => readFileSync(join(SERVER_TEXT, file), 'utf8'))]
    const left = texts.flatMap(said).filter((text) => wordsOf(text).some((word) => english.has(word)))
    expect(left.filter((text) => !isQuoted(text))).toEqual([])
    // It does find them.
    expect(left).toContain('Username is required')
  })

  it('have no Spanish letters in English', () => {
    for (const file of files('en')) {
      expect(source(`en/${file}`).match(/.*[áéíóúñ¿¡].*/gi), file).toBeNull()
    }
  })
})
