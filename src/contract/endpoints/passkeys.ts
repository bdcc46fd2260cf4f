import { messageResponse } from '../http/messages.ts'
import { userResponse } from '../http/people/accounts.ts'
import {
  assertionRequest,
  creationOptions,
  newPasskeyRequest,
  passkeyResponse,
  passkeysResponse,
  renamePasskeyRequest,
  requestOptions,
} from '../http/people/passkeys.ts'
import { endpointsOf } from './endpoint.ts'
import { byId } from './params.ts'

export const passkeysEndpoints = endpointsOf(
  { tag: 'Llaves de acceso', audience: 'signed-in', cost: 'accounts' },
  {
    'POST /api/login/passkey/options': {
      audience: 'anyone',
      summary: 'Lo que el navegador necesita para entrar con una llave de acceso; vale cinco minutos',
      answer: requestOptions,
      errors: [409],
    },
    'POST /api/login/passkey': {
      audience: 'anyone',
      summary: 'Iniciar sesión con una llave de acceso',
      body: assertionRequest,
      answer: userResponse,
      errors: [401, 409],
    },
    'POST /api/account/proof/passkey/options': {
      whileOwing: ['second_factor'],
      summary: 'Lo que el navegador necesita para dar una llave de acceso en lugar de la contraseña',
      answer: requestOptions,
      errors: [409],
    },
    'POST /api/account/proof/passkey': {
      whileOwing: ['second_factor'],
      summary: 'Dar una llave de acceso: durante diez minutos permite lo que no se puede deshacer',
      body: assertionRequest,
      answer: messageResponse,
      errors: [409],
    },
    'GET /api/account/passkeys': {
      cost: 'light',
      summary: 'Las llaves de acceso propias',
      answer: passkeysResponse,
    },
    'POST /api/account/passkeys/options': {
      recentProof: true,
      summary: 'Lo que el navegador necesita para crear una llave de acceso; vale cinco minutos',
      answer: creationOptions,
      errors: [409],
    },
    'POST /api/account/passkeys': {
      recentProof: true,
      summary: 'Agregar la llave de acceso que creó el navegador',
      body: newPasskeyRequest,
      answer: passkeyResponse,
      status: 201,
      errors: [409],
    },
    'PUT /api/account/passkeys/:id': {
      summary: 'Cambiar el nombre de una llave de acceso propia',
      params: byId,
      body: renamePasskeyRequest,
      answer: passkeyResponse,
      errors: [404],
    },
    'DELETE /api/account/passkeys/:id': {
      recentProof: true,
      summary: 'Quitar una llave de acceso propia',
      params: byId,
      errors: [404],
    },
  },
)
