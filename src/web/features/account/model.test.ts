import { expect, it } from 'vitest'
import { HttpError, NetworkError } from '../../lib/http.ts'
import { deviceText, failureSentence, validateEmail, validatePassword } from './model.ts'

it('a new password needs the current one, six characters, twice the same', () => {
  expect(validatePassword({ currentPassword: '', newPassword: '12345', confirmPassword: '1234' })).toEqual({
    currentPassword: 'Escriba su contraseña actual',
    newPassword: 'La contraseña debe tener al menos 6 caracteres',
    confirmPassword: 'Las contraseñas no coinciden',
  })
  expect(
    validatePassword({ currentPassword: 'x', newPassword: 'una clave', confirmPassword: 'una clave' }),
  ).toEqual({})
})

it('a new address needs to be one, and the password', () => {
  expect(validateEmail({ email: 'rosa@', currentPassword: '' })).toEqual({
    email: 'Por favor ingrese un correo electrónico válido',
    currentPassword: 'Escriba su contraseña actual',
  })
  expect(validateEmail({ email: ' rosa@parque.mx ', currentPassword: 'x' })).toEqual({})
})

it('a failure is said above the form unless a field says it', () => {
  expect(failureSentence(new HttpError(429, 'x', { error: 'Demasiados' }), 'y')).toBe('Demasiados')
  expect(failureSentence(new HttpError(400, 'x', { error: 'z', details: [] }), 'y')).toBeNull()
  expect(failureSentence(new NetworkError('sin red'), 'y')).toBe('sin red')
  expect(failureSentence(new Error('?'), 'y')).toBe('y')
})

it('a device is named by what is known of it', () => {
  expect(deviceText({ browser: 'Chrome', system: 'Android' })).toBe('Chrome en Android')
  expect(deviceText({ browser: null, system: 'iPhone' })).toBe('iPhone')
  expect(deviceText({ browser: null, system: null })).toBe('Dispositivo desconocido')
})
