import { describe, expect, it, vi } from 'vitest'
import { errorsWithout, found, serverErrors } from './field-errors.ts'
import { HttpError, NetworkError } from './http.ts'

interface Form {
  username: string
  password: string
  confirmPassword: string
}

const EMPTY: Form = { username: '', password: '', confirmPassword: '' }

it('has no keys for a valid form', () => {
  expect(Object.keys(found<Form>({ username: undefined, password: undefined }))).toEqual([])
  expect(found<Form>({ username: 'a', password: undefined })).toEqual({ username: 'a' })
})

describe('while a field is being corrected', () => {
  it('its error goes, no other', () => {
    const errors = { username: 'a', password: 'b' }
    expect(errorsWithout<Form>(errors, 'password')).toEqual({ username: 'a' })
    expect(errorsWithout<Form>(errors, 'confirmPassword')).toEqual(errors)
    expect(errors).toEqual({ username: 'a', password: 'b' })
  })

  it('an error of two fields goes at both', () => {
    const differ = { username: 'a', confirmPassword: 'differ' }
    expect(errorsWithout<Form>(differ, 'password', 'differ')).toEqual({ username: 'a' })
    expect(errorsWithout<Form>({ confirmPassword: 'short' }, 'password', 'differ')).toEqual({
      confirmPassword: 'short',
    })
  })
})

describe('what the server found', () => {
  it('is shown at the fields of the form, the first error of each', () => {
    const details = [
      { path: 'username', message: 'short' },
      { path: 'username', message: 'second' },
      { path: 'token', message: 'no field of this form' },
    ]
    expect(serverErrors(new HttpError(400, 'x', { code: 'validation', details }), EMPTY)).toEqual({
      username: 'short',
    })
  })

  it('shows a taken name at its field, where the form has one', () => {
    const error = new HttpError(409, 'x', { code: 'username_taken', error: 'x', message: 'taken' })
    expect(serverErrors(error, EMPTY)).toEqual({ username: 'taken' })
    expect(serverErrors(error, { password: '' })).toEqual({})
  })

  it('is empty without an answer', () => {
    expect(serverErrors(new NetworkError('x'), EMPTY)).toEqual({})
    expect(serverErrors(new RangeError('x'), EMPTY)).toEqual({})
  })

  it('is said in English on an English page', async () => {
    vi.resetModules()
    vi.doMock('../text/language.ts', () => ({ language: 'en' }))
    try {
      const [{ serverErrors: errors }, { httpError: answer }] = await Promise.all([
        import('./field-errors.ts'),
        import('./http.ts'),
      ])
      const details = [
        { path: 'password', message: 'x', messageCode: 'password_too_short', params: { min: 8 } },
      ]
      expect(errors(answer(400, '', JSON.stringify({ details })), EMPTY)).toEqual({
        password: 'The password must have at least 8 characters',
      })
    } finally {
      vi.doUnmock('../text/language.ts')
      vi.resetModules()
    }
  })
})
