import { expect, it } from 'vitest'
import { HttpError, NetworkError } from '../../../lib/http.ts'
import { deviceText, failureSentence, validateEmail } from './model.ts'

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
