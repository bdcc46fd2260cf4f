import { describe, expect, it } from 'vitest'
import type { ContractResponse } from '#contract/http/desk/detention'
import {
  type ContractForm,
  emptyContract,
  formOf,
  isAllCharged,
  previewOf,
  readContract,
  withPause,
  withStep,
} from './model.ts'

const form = { ...emptyContract('2026-11-22'), name: 'Anual', freeMinutes: '120', rate0: '840' }
const steps = (count: number): ContractForm => (count === 1 ? form : withStep(steps(count - 1)))
const errorsOf = (wrong: ContractForm): object => {
  const read = readContract(wrong)
  return 'errors' in read ? read.errors : {}
}

describe('a contract that is typed', () => {
  it('is what is sent, and reads back', () => {
    const rich: ContractForm = {
      ...withPause(withPause(steps(3))),
      ...{ clientId: '7', upto0: '60', rate1: '1,200.50', upto1: '240', rate2: '1,500.00' },
      ...{ from0: '14:00', to0: '15:00', from1: '22:00', to1: '06:00' },
    }
    const read = readContract(rich)
    expect(read).toEqual({
      name: 'Anual',
      clientId: 7,
      placeId: null,
      operationType: null,
      basis: 'visit',
      freeMinutes: 120,
      blockMinutes: 15,
      rates: [
        { uptoMinutes: 60, centavosPerHour: 84_000 },
        { uptoMinutes: 240, centavosPerHour: 120_050 },
        { uptoMinutes: null, centavosPerHour: 150_000 },
      ],
      pauses: [
        { from: '14:00', to: '15:00' },
        { from: '22:00', to: '06:00' },
      ],
      taxBasisPoints: 1600,
      validFrom: '2026-11-22',
      validUntil: null,
    })
    if ('errors' in read) throw new Error('refused')
    expect(formOf({ ...read, id: 1 } as ContractResponse)).toEqual({ ...rich, rate0: '840.00' })
  })

  it('says when nothing is free: none typed, and none of a place', () => {
    const [free, none] = [{ freeMinutes: 60 }, { freeMinutes: null }]
    expect(isAllCharged({ freeMinutes: '' }, [none])).toBe(true)
    expect(isAllCharged({ freeMinutes: '' }, [free])).toBe(false)
    expect(isAllCharged({ freeMinutes: '' }, [free, none])).toBe(true)
    expect(isAllCharged({ freeMinutes: '' }, [])).toBe(true)
    expect(isAllCharged({ freeMinutes: '0' }, [free])).toBe(true)
    expect(isAllCharged({ freeMinutes: '120' }, [none])).toBe(false)
  })

  it.each(['16', '', '8.5', '100'])('has a tax of %s percent', (tax) => {
    expect(readContract({ ...form, tax })).toMatchObject({ taxBasisPoints: Number(tax) * 100 })
  })

  it.each(['-1', '101', '16 %', '8.555'])('has no tax of %s', (tax) => {
    expect(errorsOf({ ...form, tax })).toEqual({ tax: expect.any(String) })
  })

  it('keeps the other rows as they were typed when one goes', () => {
    const typed = { ...steps(3), upto0: '60', rate1: '900', upto1: '120', rate2: '1000' }
    // Without its last row the second step is open.
    expect(readContract({ ...typed, steps: [0, 1] })).toMatchObject({
      rates: [
        { uptoMinutes: 60, centavosPerHour: 84_000 },
        { uptoMinutes: null, centavosPerHour: 90_000 },
      ],
    })
    expect(withStep({ ...typed, steps: [0, 2] }).steps).toEqual([0, 2, 3])
  })

  it.each<[keyof ContractForm, ContractForm]>([
    ['name', { ...form, name: ' ' }],
    ['freeMinutes', { ...form, freeMinutes: '1.5' }],
    ['blockMinutes', { ...form, blockMinutes: '0' }],
    ['rate0', { ...form, rate0: '' }],
    ['rate1', { ...steps(2), upto0: '60' }],
    ['upto0', { ...steps(2), rate1: '900' }],
    ['upto1', { ...steps(3), upto0: '60', rate1: '900', upto1: '60', rate2: '1000' }],
    ['to0', { ...withPause(form), from0: '14:00' }],
    ['to0', { ...withPause(form), from0: '14:00', to0: '14:00' }],
    ['to1', { ...withPause(withPause(form)), from0: '06:00', to0: '18:30', from1: '18:00', to1: '06:00' }],
    ['validUntil', { ...form, validUntil: '2026-11-21' }],
  ])('names the field %s that is wrong', (field, wrong) => {
    expect(Object.keys(errorsOf(wrong))).toEqual([field])
  })

  it('is shown at work before it has a name', () => {
    expect(previewOf({ ...form, name: '' }, 157, null)).toMatchObject({ billedMinutes: 45, centavos: 63_000 })
    expect(previewOf({ ...form, freeMinutes: '' }, 157, 60)).toMatchObject({ chargeableMinutes: 97 })
    expect(previewOf({ ...form, rate0: 'x' }, 157, null)).toBeNull()
  })
})
