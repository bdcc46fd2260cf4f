import { describe, expect, it, vi } from 'vitest'
import { HttpError, httpError, NetworkError } from '../../../lib/http.ts'
import { failureSentence, isInvalidToken, requestPayload, validateRequest } from './model.ts'

describe('the request', () => {
  it('wants a name or an address', () => {
    const sentence = 'Debe proporcionar al menos un nombre de usuario o correo electrónico'
    expect(validateRequest({ username: ' ', email: '' })).toEqual({ username: sentence })
    expect(validateRequest({ username: 'rosa', email: '' })).toEqual({})
    expect(validateRequest({ username: '', email: 'rosa@parque.mx' })).toEqual({})
  })

  it('wants an address that is one, also beside a name', () => {
    for (const email of ['rosa', 'rosa@', 'rosa@parque', 'ro sa@parque.mx']) {
      expect(validateRequest({ username: 'rosa', email })).toEqual({
        email: 'Por favor ingrese un correo electrónico válido',
      })
    }
  })

  it('sends what was given, trimmed', () => {
    expect(requestPayload({ username: ' rosa ', email: ' ' })).toEqual({ username: 'rosa' })
    expect(requestPayload({ username: '', email: ' a@b.mx' })).toEqual({ email: 'a@b.mx' })
    expect(requestPayload({ username: 'rosa', email: 'a@b.mx' })).toEqual({
      username: 'rosa',
      email: 'a@b.mx',
    })
  })
})

describe('a failure', () => {
  it('is said in the server’s words, else in ours; a lost connection is the toast’s', () => {
    expect(failureSentence(httpError(429, '', '{"error":"Demasiados"}'), 'x')).toBe('Demasiados')
    expect(failureSentence(httpError(400, '', '{"error":"a","message":"b"}'), 'x')).toBe('b')
    expect(failureSentence(httpError(502, 'Bad Gateway', '<html>'), 'x')).toBe('x')
    expect(failureSentence(new Error('?'), 'x')).toBe('x')
    expect(failureSentence(new NetworkError('?'), 'x')).toBeNull()
  })

  it('is said in English on an English page', async () => {
    vi.resetModules()
    vi.doMock('../../../text/language.ts', () => ({ language: 'en' }))
    try {
      const [model, { httpError: answer }] = await Promise.all([
        import('./model.ts'),
        import('../../../lib/http.ts'),
      ])
      const said = (body: object) => model.failureSentence(answer(400, '', JSON.stringify(body)), 'x')
      expect(said({ error: 'Datos no válidos', messageCode: 'data_invalid' })).toBe('Invalid data')
      expect(said({ error: 'a', message: 'b', messageCode: 'password_too_long' })).toBe(
        'The password is too long',
      )
    } finally {
      vi.doUnmock('../../../text/language.ts')
      vi.resetModules()
    }
  })

  it('of the token is told from one of the password', () => {
    expect(isInvalidToken(new HttpError(400, 'x', { code: 'invalid_token' }))).toBe(true)
    const of = (path: string) =>
      new HttpError(400, 'x', { code: 'validation', details: [{ path, message: 'y' }] })
    expect(isInvalidToken(of('token'))).toBe(true)
    expect(isInvalidToken(of('newPassword'))).toBe(false)
    expect(isInvalidToken(new NetworkError('x'))).toBe(false)
  })
})
