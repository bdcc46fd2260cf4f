import { expect, it } from 'vitest'
import { groupContainerNumber, groupedText } from './container-number-text.ts'

it('groups as painted on the box, and leaves other text alone', () => {
  expect(groupContainerNumber('MSKU1234565')).toEqual({ owner: 'MSKU', serial: '123456', check: '5' })
  expect(groupedText('MSKU1234565')).toBe('MSKU 123456 5')
  expect(groupedText('sin número')).toBe('sin número')
})
