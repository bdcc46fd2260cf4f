import { describe, expect, it } from 'vitest'
import { HttpError, NetworkError, TimeoutError } from '../../../lib/http.ts'
import { isStillOn } from './until-over.ts'

describe('the question whether maintenance is over', () => {
  it('is answered by maintenance alone', () => {
    expect(isStillOn(new HttpError(503, 'maintenance', { code: 'maintenance' }))).toBe(true)
    // A busy database answers 503 as well, but only after the maintenance check.
    expect(isStillOn(new HttpError(503, 'Intente de nuevo', { code: 'unavailable' }))).toBe(false)
    expect(isStillOn(new HttpError(502, 'Bad Gateway'))).toBe(false)
  })

  it('lets the driver go on when nobody answers', () => {
    expect(isStillOn(new NetworkError('', {}))).toBe(false)
    expect(isStillOn(new TimeoutError('', {}))).toBe(false)
    expect(isStillOn(new DOMException('', 'TimeoutError'))).toBe(false)
  })
})
