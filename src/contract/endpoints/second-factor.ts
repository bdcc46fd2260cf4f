import { messageResponse } from '../http/messages.ts'
import {
  codeRequest,
  recoveryCodesResponse,
  secondFactorResponse,
  secondFactorSetup,
} from '../http/people/second-factor.ts'
import { endpointsOf } from './endpoint.ts'

const state = {
  cost: 'light',
  summary: 'Si la verificación en dos pasos está activada',
  answer: secondFactorResponse,
} as const
const begin = {
  recentProof: true,
  summary: 'Empezar a activar la verificación en dos pasos; vale desde el primer código correcto',
  answer: secondFactorSetup,
  errors: [400],
} as const
const confirm = {
  recentProof: true,
  summary: 'Activar la verificación en dos pasos con un primer código',
  body: codeRequest,
  answer: recoveryCodesResponse,
  errors: [404],
} as const
const renew = {
  ...confirm,
  summary: 'Diez códigos de recuperación nuevos; los anteriores dejan de valer',
} as const
const switchOff = {
  ...confirm,
  summary: 'Desactivar la verificación en dos pasos',
  answer: messageResponse,
} as const

export const secondFactorEndpoints = {
  ...endpointsOf(
    { tag: 'Mi cuenta', audience: 'supervisor', cost: 'accounts' },
    {
      'GET /api/account/second-factor': { ...state, whileOwing: ['second_factor'] },
      'POST /api/account/second-factor': { ...begin, whileOwing: ['second_factor'] },
      'POST /api/account/second-factor/confirm': { ...confirm, whileOwing: ['second_factor'] },
      'POST /api/account/second-factor/recovery-codes': renew,
      'POST /api/account/second-factor/off': switchOff,
    },
  ),
  ...endpointsOf(
    { tag: 'Administración', audience: 'administrator', cost: 'accounts' },
    {
      'GET /api/admin/second-factor': state,
      'POST /api/admin/second-factor': begin,
      'POST /api/admin/second-factor/confirm': confirm,
      'POST /api/admin/second-factor/recovery-codes': renew,
      'POST /api/admin/second-factor/off': switchOff,
    },
  ),
}
