import { expect, it } from 'vitest'
import type { OperatorResponse } from '#contract/http/people/operators'
import { operatorOptions } from './operator-names.ts'

it('calls an operator by name, with the username only where two have the same name', () => {
  const people = [
    { id: 1, displayName: 'Ana Paz', username: 'ana' },
    { id: 2, displayName: 'Ana Paz', username: 'ana2' },
    { id: 3, displayName: 'Luz Sol', username: 'luz' },
  ] as OperatorResponse[]
  expect(operatorOptions(people).map(({ label }) => label)).toEqual([
    'Ana Paz (ana)',
    'Ana Paz (ana2)',
    'Luz Sol',
  ])
})
