import { describe, expect, it } from 'vitest'
import type { MailResponse } from '#contract/http/console/mails'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { progressOf, triesOf, verdictOf } from './model.ts'

const AT = '2026-03-10T18:00:00.000Z'
const mail: MailResponse = {
  ...{ id: 1, kind: 'recovery', state: 'waiting', recipient: 'rosa@example.com', account: null },
  ...{ createdAt: AT, tries: 0, nextTryAt: AT, endedAt: null, cause: null, answer: null, mayRetry: true },
}

describe('what became of a mail', () => {
  it('is under way until the server has refused it', () => {
    expect(progressOf(mail)).toEqual(['Sale en seguida.'])
    expect(progressOf({ ...mail, tries: 1 })).toEqual(['Sale en seguida.'])
  })

  it('says why it waits and when it is tried again', () => {
    expect(progressOf({ ...mail, tries: 2, cause: 'login' })).toEqual([
      'El servidor no aceptó el usuario o la contraseña de SMTP_URL.',
      `Se intenta otra vez el ${formatDateTime(AT)}.`,
    ])
    // One that waits behind it was not tried itself.
    expect(progressOf({ ...mail, cause: 'login' })).toHaveLength(2)
  })

  it('says when it was taken, or given up and why', () => {
    const ended = { ...mail, tries: 1, nextTryAt: null, endedAt: AT }
    expect(progressOf({ ...ended, state: 'sent' })).toEqual([
      `El servidor lo aceptó el ${formatDateTime(AT)}.`,
    ])
    expect(progressOf({ ...ended, state: 'failed', cause: 'recipient' })).toEqual([
      'El servidor rechazó la dirección de quien lo recibe.',
      `Se dejó de intentar el ${formatDateTime(AT)}.`,
    ])
  })

  it('tells the tries with the codes of the answer', () => {
    expect(triesOf({ ...mail, tries: 1 })).toBe('1 intento')
    expect(triesOf({ ...mail, tries: 3, answer: '451 4.7.1 RCPT TO' })).toBe('3 intentos · 451 4.7.1 RCPT TO')
  })
})

it('a test says who answered and what', () => {
  expect(verdictOf({ host: 'mail.example.com:587', cause: null, answer: '250 2.0.0' })).toMatch(
    /^mail\.example\.com:587 aceptó el correo\./,
  )
  expect(verdictOf({ host: 'mail.example.com:587', cause: 'tls', answer: 'ETLS' })).toMatch(
    /^mail\.example\.com:587 no aceptó el correo\. La conexión segura falló/,
  )
  expect(verdictOf({ host: null, cause: null, answer: null })).toContain('carpeta outbox')
  expect(verdictOf({ host: null, cause: 'folder', answer: 'EACCES' })).toMatch(/^La carpeta outbox no aceptó/)
})
