import { describe, expect, it } from 'vitest'
import { HttpError, httpError, NetworkError } from '../../../lib/http.ts'
import {
  EMPTY_LOGIN,
  EMPTY_REGISTRATION,
  invitationIn,
  loginFailure,
  registerFailure,
  registrationErrorsWithout,
  registrationPayload,
  UserDeactivatedError,
  validateLogin,
  validateRegistration,
} from './model.ts'

const filled = {
  ...EMPTY_REGISTRATION,
  username: 'jperez',
  displayName: 'Juan Pérez',
  email: 'juan@parque.mx',
  password: 'secretos',
  confirmPassword: 'secretos',
  acceptedTerms: true,
}

describe('login form', () => {
  it('asks for both in the exact words', () => {
    expect(validateLogin(EMPTY_LOGIN)).toEqual({
      username: 'Username is required',
      password: 'Password is required',
    })
    expect(validateLogin({ username: 'x', password: 'y', code: '' })).toEqual({})
  })
})

describe('registration form', () => {
  it('begins as a supervisor', () => {
    expect(EMPTY_REGISTRATION.role).toBe('supervisor')
  })

  it('asks for everything in the exact words', () => {
    expect(validateRegistration(EMPTY_REGISTRATION)).toEqual({
      username: 'Username is required',
      displayName: 'El nombre completo es obligatorio',
      email: 'El correo electrónico es obligatorio para recuperar su contraseña',
      password: 'Password is required',
      confirmPassword: 'Please confirm your password',
      acceptedTerms: 'You must accept the terms and conditions',
    })
    expect(validateRegistration(filled)).toEqual({})
  })

  it.each([
    ['email', 'juan@parque', 'Por favor ingrese un correo electrónico válido'],
    ['phone', '123456', 'Por favor ingrese un número de teléfono válido'],
    ['phone', 'siete letras', 'Por favor ingrese un número de teléfono válido'],
    ['confirmPassword', 'otra', 'Las contraseñas no coinciden'],
  ] as const)('%s %j: %s', (field, value, message) => {
    expect(validateRegistration({ ...filled, [field]: value })).toEqual({ [field]: message })
  })

  it('takes back that the passwords differ when either is corrected, and nothing else', () => {
    const errors = { email: 'x', confirmPassword: 'Las contraseñas no coinciden' }
    expect(registrationErrorsWithout(errors, 'password')).toEqual({ email: 'x' })
    expect(registrationErrorsWithout(errors, 'confirmPassword')).toEqual({ email: 'x' })
    expect(registrationErrorsWithout(errors, 'email')).toEqual({ confirmPassword: errors.confirmPassword })
    const missing = { password: 'x', confirmPassword: 'Please confirm your password' }
    expect(registrationErrorsWithout(missing, 'password')).toEqual({
      confirmPassword: missing.confirmPassword,
    })
  })

  it('takes a phone of seven characters or more', () => {
    expect(validateRegistration({ ...filled, phone: '5551234' })).toEqual({})
    expect(validateRegistration({ ...filled, phone: '+52 (314) 555-0101' })).toEqual({})
  })

  it.each([
    ['', null],
    ['?other=1', null],
    ['?invitation=abc', 'abc'],
    // A truncated link is a broken invitation, not none: the driver must not register as a supervisor.
    ['?invitation=', ''],
  ])('finds the invitation of the address %j', (search, token) => {
    expect(invitationIn(search)).toBe(token)
  })

  it('sends the invitation, and the role that goes with it', () => {
    expect(registrationPayload(filled, 'abc')).toMatchObject({ role: 'operator', invitation: 'abc' })
    expect(registrationPayload(filled)).not.toHaveProperty('invitation')
  })

  it('sends neither the confirmation nor an empty phone', () => {
    expect(registrationPayload({ ...filled, username: ' jperez ' })).toEqual({
      username: 'jperez',
      displayName: 'Juan Pérez',
      email: 'juan@parque.mx',
      role: 'supervisor',
      password: 'secretos',
      acceptedTerms: true,
    })
    expect(registrationPayload({ ...filled, phone: '5551234' })).toHaveProperty('phone', '5551234')
  })
})

describe('loginFailure', () => {
  it('tells a deactivated account from a wrong password', () => {
    const body = JSON.stringify({
      error: 'usuario_desactivado',
      message: 'Perfil desactivado.',
      supportEmail: 'a@b.mx',
    })
    const failure = loginFailure(httpError(403, 'Forbidden', body))
    expect(failure).toBeInstanceOf(UserDeactivatedError)
    expect(failure).toMatchObject({
      name: 'UserDeactivatedError',
      message: 'Perfil desactivado.',
      supportEmail: 'a@b.mx',
    })
    const wrong = loginFailure(httpError(401, 'Unauthorized', '{"error":"Credenciales inválidas"}'))
    expect(wrong).not.toBeInstanceOf(UserDeactivatedError)
    expect(wrong.message).toBe('Credenciales inválidas')
  })

  it('says how long data is kept when the server says nothing', () => {
    const failure = loginFailure(new HttpError(403, 'x', { code: 'usuario_desactivado' }))
    expect(failure.message).toContain('30 días')
    expect(failure).toMatchObject({ supportEmail: null })
  })

  it('falls back to the catalogue', () => {
    expect(loginFailure(new HttpError(401, '401: Unauthorized')).message).toBe('Credenciales inválidas')
    expect(loginFailure(new HttpError(500, '500: x')).message).toBe('Error de autenticación')
    expect(loginFailure(new NetworkError('x')).message).toContain('No hay conexión')
  })
})

describe('registerFailure', () => {
  it('carries the suggestions of a taken name', () => {
    const taken = registerFailure(
      new HttpError(409, 'x', { code: 'username_taken', suggestions: ['a1', 'a2'] }),
    )
    expect(taken).toMatchObject({ message: 'El nombre de usuario ya existe', suggestions: ['a1', 'a2'] })
  })

  it('puts what the server found to the fields', () => {
    const details = [
      { path: 'email', message: 'Correo en uso' },
      { path: 'unknown', message: 'x' },
    ]
    const failure = registerFailure(
      new HttpError(400, 'Datos inválidos', { error: 'Datos inválidos', details }),
    )
    expect(failure.suggestions).toBeNull()
    expect(failure.fields).toEqual({ email: 'Correo en uso' })
  })

  it('falls back to the catalogue', () => {
    expect(registerFailure(new HttpError(500, '500: x')).message).toBe('Error al registrar usuario')
  })
})
