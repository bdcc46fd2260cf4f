import { OWED } from '#domain/account/owed'
import { featuresResponse } from '../http/entitlements.ts'
import { messageResponse } from '../http/messages.ts'
import {
  accountResponse,
  changeEmailRequest,
  changePasswordRequest,
  changePhoneRequest,
  provePasswordRequest,
} from '../http/people/account.ts'
import { loginRequest, loginResponse, registerRequest, userResponse } from '../http/people/accounts.ts'
import { confirmEmailRequest } from '../http/people/email.ts'
import {
  resetPasswordRequest,
  resetRequestRequest,
  validateTokenQuery,
  validateTokenResponse,
} from '../http/people/recovery.ts'
import { endpointsOf } from './endpoint.ts'
import { bySession } from './params.ts'

export const accountEndpoints = {
  ...endpointsOf(
    { tag: 'Cuenta', audience: 'anyone', cost: 'accounts' },
    {
      'GET /api/user/features': {
        cost: 'light',
        audience: 'signed-in',
        summary: 'Funciones premium propias',
        answer: featuresResponse,
      },
      'POST /api/email/confirm': {
        tries: 'recovery',
        summary: 'Confirmar un correo con el token de su enlace',
        body: confirmEmailRequest,
        answer: messageResponse,
      },
      'POST /api/account/email/confirmation': {
        cost: 'accounts',
        audience: 'signed-in',
        summary: 'Enviar otra vez el enlace que confirma el correo',
        answer: messageResponse,
      },
      'GET /api/user': {
        cost: 'light',
        audience: 'signed-in',
        whileOwing: OWED,
        summary: 'Usuario actual',
        answer: userResponse,
      },
      'POST /api/login': {
        summary: 'Iniciar sesión; con verificación en dos pasos, también con `code`',
        body: loginRequest,
        answer: loginResponse,
        errors: [401],
      },
      'POST /api/register': {
        tries: 'registration',
        summary: 'Registrarse; con `invitation`, como operador de quien invita',
        body: registerRequest,
        answer: userResponse,
        status: 201,
        errors: [404, 409],
      },
      'POST /api/logout': {
        cost: 'light',
        summary: 'Cerrar sesión',
        answer: messageResponse,
      },
    },
  ),
  ...endpointsOf(
    { tag: 'Mi cuenta', audience: 'signed-in', cost: 'light' },
    {
      'GET /api/account': {
        summary: 'La cuenta propia y sus sesiones abiertas',
        answer: accountResponse,
      },
      'PUT /api/account/password': {
        cost: 'accounts',
        whileOwing: ['own_password'],
        summary:
          'Cambiar la contraseña propia; cierra las demás sesiones. Sin `currentPassword` solo en los diez minutos siguientes a entrar con una contraseña dada',
        body: changePasswordRequest,
        answer: messageResponse,
      },
      'PUT /api/account/email': {
        cost: 'accounts',
        summary: 'Pedir el cambio del correo propio; vale cuando se abre el enlace que se envía al nuevo',
        body: changeEmailRequest,
        answer: messageResponse,
      },
      'PUT /api/account/phone': {
        summary: 'Cambiar el teléfono propio, al que los operadores llaman a su supervisor',
        body: changePhoneRequest,
      },
      'POST /api/account/proof': {
        cost: 'accounts',
        whileOwing: ['second_factor'],
        summary: 'Dar otra vez la contraseña: durante diez minutos permite lo que no se puede deshacer',
        body: provePasswordRequest,
        answer: messageResponse,
      },
      'POST /api/account/activity': {
        audience: 'supervisor',
        summary:
          'Decir que una persona usa el escritorio; sin ello la sesión termina cuando el administrador lo pide',
      },
      'DELETE /api/account/sessions': {
        summary: 'Cerrar las demás sesiones',
        answer: messageResponse,
      },
      'DELETE /api/account/sessions/:id': {
        params: bySession,
        summary: 'Cerrar una sesión propia',
        errors: [404],
      },
    },
  ),
  ...endpointsOf(
    { tag: 'Recuperación de contraseña', audience: 'anyone', cost: 'accounts', tries: 'recovery' },
    {
      'POST /api/password/reset-request': {
        summary: 'Pedir un enlace por correo; la respuesta es siempre la misma',
        body: resetRequestRequest,
        answer: messageResponse,
      },
      'GET /api/password/validate-token': {
        summary: 'Si el enlace todavía sirve',
        query: validateTokenQuery,
        answer: validateTokenResponse,
      },
      'POST /api/password/reset': {
        summary: 'Elegir la contraseña nueva con el token del enlace',
        body: resetPasswordRequest,
        answer: messageResponse,
      },
    },
  ),
}
