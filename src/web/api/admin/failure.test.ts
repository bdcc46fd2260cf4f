import { expect, it } from 'vitest'
import { httpError, NetworkError, TimeoutError } from '../../lib/http.ts'
import { AdminFailure, adminFailure, loginSentence, NotJsonError } from './failure.ts'

it('words each missing answer as the specification does', () => {
  expect(adminFailure(new NetworkError('x')).message).toBe(
    'Error de red: No se pudo conectar con el servidor',
  )
  expect(adminFailure(new TimeoutError('x')).message).toBe('Timeout: La solicitud tardó demasiado tiempo')
  expect(adminFailure(new NotJsonError('x')).message).toBe('Respuesta no válida: No es un JSON')
})

it("takes the server's message, else its error, else status and reason", () => {
  const message = (text: string) => adminFailure(httpError(502, 'Bad Gateway', text)).message
  expect(message('{"error":"a","message":"b"}')).toBe('b')
  expect(message('{"error":"a"}')).toBe('a')
  expect(message('{}')).toBe('Error 502: Bad Gateway')
  expect(message('<html>nginx</html>')).toBe('Error 502: Bad Gateway')
})

it('keeps the first error of each field', () => {
  const body = {
    error: 'Datos no válidos',
    code: 'validation',
    details: [
      { path: 'username', message: 'muy corto' },
      { path: 'username', message: 'con espacios' },
      { path: 'password', message: 'muy corta' },
    ],
  }
  expect(adminFailure(httpError(400, '', JSON.stringify(body))).fields).toEqual({
    username: 'muy corto',
    password: 'muy corta',
  })
})

it('shows a taken name at its field and offers others', () => {
  const body = { error: 'Ya existe', code: 'username_taken', suggestions: ['ana26'] }
  const failure = adminFailure(httpError(409, '', JSON.stringify(body)))
  expect(failure.fields).toEqual({ username: 'Ya existe' })
  expect(failure.suggestions).toEqual(['ana26'])
})

it('knows when to retry', () => {
  expect(adminFailure(httpError(429, '', '{"error":"a"}', '42')).retryAfterSeconds).toBe(42)
})

it('keeps a failure that is one already', () => {
  const failure = new AdminFailure('timeout', 'x')
  expect(adminFailure(failure)).toBe(failure)
})

it("words a refused login: the server's sentence, else the specification's, else the unknown error", () => {
  expect(loginSentence(adminFailure(httpError(401, '', '{"error":"No es la clave"}')))).toBe('No es la clave')
  expect(loginSentence(adminFailure(httpError(401, 'Unauthorized', '')))).toBe('Error en la autenticación')
  expect(loginSentence(adminFailure(new NetworkError('x')))).toBe(
    'Error de red: No se pudo conectar con el servidor',
  )
  expect(loginSentence(new RangeError('x'))).toBe('Error desconocido')
})
