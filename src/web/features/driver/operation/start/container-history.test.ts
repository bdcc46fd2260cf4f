import { expect, it } from 'vitest'
import { suggestionsFor } from './container-history.ts'

it('suggests what contains the typed text, in any case and with separators', () => {
  const history = ['MSKU1234565', 'CSQU3054383']
  expect(suggestionsFor(history, '')).toEqual(history)
  expect(suggestionsFor(history, 'csqu 305')).toEqual(['CSQU3054383'])
  expect(suggestionsFor(history, '1234565')).toEqual(['MSKU1234565'])
  expect(suggestionsFor(history, 'MSKU1234565')).toEqual([])
  expect(suggestionsFor(history, 'ZZZ')).toEqual([])
})
