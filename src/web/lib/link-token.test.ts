import { expect, it } from 'vitest'
import { stateWith, tokenOf } from './link-token.ts'

it('comes from the address, then from the history entry', () => {
  expect(tokenOf('?token=abc', null)).toBe('abc')
  expect(tokenOf('?token=new', stateWith('old'))).toBe('new')
  expect(tokenOf('', stateWith('kept'))).toBe('kept')
  for (const state of [null, undefined, 'kept', { linkToken: 7 }, stateWith(null)]) {
    expect(tokenOf('?token=', state)).toBeNull()
  }
})
