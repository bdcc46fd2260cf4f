import { describe, expect, it } from 'vitest'
import { HttpError, NetworkError } from '../../../lib/http.ts'
import {
  EMPTY_OPERATOR,
  hasMetrics,
  infoPayload,
  limitOf,
  operatorFailure,
  operatorPayload,
  searchOperators,
  timeShares,
  validateInfo,
  validateOperator,
} from './model.ts'

const RIGHT = {
  ...EMPTY_OPERATOR,
  username: 'julian.rios',
  displayName: 'Julián Ríos',
  password: 'secreto',
}

describe('a new operator', () => {
  it('asks for the required fields in the exact words', () => {
    expect(validateOperator(EMPTY_OPERATOR)).toEqual({
      username: 'El nombre de usuario debe tener al menos 3 caracteres',
      displayName: 'El nombre completo es obligatorio',
      password: 'La contraseña debe tener al menos 6 caracteres',
    })
    expect(validateOperator(RIGHT)).toEqual({})
  })

  it.each([
    ['username', 'ab ', 'El nombre de usuario debe tener al menos 3 caracteres'],
    ['username', 'juan perez', 'Use solo letras, números, punto, guion o guion bajo'],
    ['displayName', ' Jo ', 'El nombre completo es obligatorio'],
    ['password', '12345', 'La contraseña debe tener al menos 6 caracteres'],
    ['phone', '12345', 'Por favor ingrese un número de teléfono válido'],
    ['phone', 'teléfono', 'Por favor ingrese un número de teléfono válido'],
  ])('is refused for the %s %j', (field, value, message) => {
    expect(validateOperator({ ...RIGHT, [field]: value })).toEqual({ [field]: message })
  })

  it.each(['', '+52 33 1234 5678', '(33) 1234-567'])('may have the phone %j', (phone) => {
    expect(validateInfo({ displayName: 'Julián Ríos', phone })).toEqual({})
  })

  it('is sent trimmed, except the password', () => {
    const typed = {
      username: ' ana ',
      displayName: ' Ana Paz ',
      password: ' con espacios ',
      mustChangePassword: true,
      phone: ' 3312345678 ',
    }
    expect(operatorPayload(typed)).toEqual({
      username: 'ana',
      displayName: 'Ana Paz',
      password: ' con espacios ',
      mustChangePassword: true,
      phone: '3312345678',
    })
    expect(infoPayload(typed)).toEqual({ displayName: 'Ana Paz', phone: '3312345678' })
  })
})

describe('what a failed call says', () => {
  it("is the server's sentence, with its field errors", () => {
    const failure = operatorFailure(
      new HttpError(400, 'Datos no válidos', {
        error: 'Datos no válidos',
        code: 'validation',
        details: [
          { path: 'phone', message: 'Por favor ingrese un número de teléfono válido' },
          { path: 'elsewhere', message: 'no' },
        ],
      }),
      'otra cosa',
    )
    expect(failure.message).toBe('Datos no válidos')
    expect(failure.fields).toEqual({ phone: 'Por favor ingrese un número de teléfono válido' })
  })

  it('offers names when the wanted one is taken', () => {
    const body = {
      error: 'El nombre de usuario ya existe',
      code: 'username_taken',
      suggestions: ['ana26'],
    } as const
    const failure = operatorFailure(new HttpError(409, body.error, { ...body, suggestions: ['ana26'] }), 'x')
    expect(failure.suggestions).toEqual(['ana26'])
    expect(failure.fields).toEqual({ username: 'El nombre de usuario ya existe' })
  })

  it('is about the connection when there was no answer', () => {
    expect(operatorFailure(new NetworkError('x'), 'y').message).toMatch(/Revise su red/)
  })

  it('is the general sentence for any other failure', () => {
    expect(operatorFailure(new TypeError('x is not a function'), 'No se pudo').message).toBe('No se pudo')
    expect(operatorFailure(new HttpError(500, '', {}), 'No se pudo').message).toBe('No se pudo')
  })
})

describe('searching', () => {
  const operators = [
    { username: 'jrios', displayName: 'Julián Ríos' },
    { username: 'Marta77', displayName: 'Marta Ibáñez' },
  ]
  it.each([
    ['', 2],
    ['  ', 2],
    ['JRI', 1],
    ['marta', 1],
    ['julian', 1],
    ['ibáñez', 1],
    ['ibanez', 1],
    ['pedro', 0],
  ])('%j finds %i', (typed, count) => {
    expect(searchOperators(operators, typed)).toHaveLength(count)
  })
})

it.each([
  ['5', 5],
  ['100', 100],
  ['0', 0],
  ['', 20],
  ['muchos', 20],
  [undefined, 20],
])('the limit %j is %i', (said, limit) => {
  expect(limitOf(said)).toBe(limit)
})

describe('the metrics', () => {
  const times = { productive: 0, unproductive: 0, neutral: 0, total: 0, productiveRatio: 0 }
  const none = { totalOperations: 0, totalEvents: 0, operationsByType: { load: 0, unload: 0 }, times }

  it('are none without operations and events', () => {
    expect(hasMetrics(none)).toBe(false)
    expect(hasMetrics({ ...none, totalEvents: 1 })).toBe(true)
  })

  it('split the bar by minutes', () => {
    expect(timeShares({ ...times, productive: 60, unproductive: 30, neutral: 30, total: 120 })).toEqual({
      productive: 50,
      unproductive: 25,
      neutral: 25,
    })
    expect(timeShares(times)).toEqual({ productive: 0, unproductive: 0, neutral: 0 })
  })
})
