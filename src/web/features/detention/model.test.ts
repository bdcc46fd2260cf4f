import { describe, expect, it } from 'vitest'
import { emptyContract, formOf, previewOf, readContract } from './model.ts'

const form = { ...emptyContract('2026-11-22'), name: 'Anual', freeMinutes: '120', rate: '840' }

describe('a contract that is typed', () => {
  it('is what is sent, and reads back', () => {
    const stepped = {
      ...form,
      clientId: '7',
      upto: '60',
      rateBeyond: '1,200.50',
      pauseFrom: '14:00',
      pauseTo: '15:00',
    }
    const read = readContract(stepped)
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
        { uptoMinutes: null, centavosPerHour: 120_050 },
      ],
      pauses: [{ from: '14:00', to: '15:00' }],
      validFrom: '2026-11-22',
      validUntil: null,
    })
    if ('errors' in read) throw new Error('refused')
    expect(formOf({ ...read, id: 1 } as Parameters<typeof formOf>[0])).toEqual({ ...stepped, rate: '840.00' })
  })

  it.each([
    ['name', { name: ' ' }],
    ['freeMinutes', { freeMinutes: '1.5' }],
    ['blockMinutes', { blockMinutes: '0' }],
    ['rate', { rate: '' }],
    ['rateBeyond', { upto: '60' }],
    ['pauseTo', { pauseFrom: '14:00' }],
    ['validUntil', { validUntil: '2026-11-21' }],
  ])('names the field %s that is wrong', (field, wrong) => {
    const read = readContract({ ...form, ...wrong })
    expect(Object.keys('errors' in read ? read.errors : {})).toEqual([field])
  })

  it('is shown at work before it has a name', () => {
    expect(previewOf({ ...form, name: '' }, 157, null)).toMatchObject({ billedMinutes: 45, centavos: 63_000 })
    expect(previewOf({ ...form, freeMinutes: '' }, 157, 60)).toMatchObject({ chargeableMinutes: 97 })
    expect(previewOf({ ...form, rate: 'x' }, 157, null)).toBeNull()
  })
})
