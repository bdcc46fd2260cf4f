import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalCorrection, canonicalEvent, canonicalJson } from './canonical.ts'

const EVENT = {
  eventId: '0b5f4a8e-6f0e-4f3c-9a55-2f1c8b1d7e10',
  operationKey: 'CSQU3054383_aaaaaaaaaaaaaaaaaaaaaa',
  operationType: 'load',
  eventType: 'arrived_at_park',
  position: 3,
  supervisorId: 2,
  userId: 7,
  username: 'josé "el rayo"',
  timestamp: new Date('2026-03-10T18:00:00.000Z'),
  recordedAt: new Date('2026-03-10T18:00:01.250Z'),
  reportedAt: null,
  suggested: null,
  location: null,
  lat: 19.4326,
  lng: -99.1332,
  accuracy: 12.5,
  fixAgeSeconds: 0,
  clockOffsetMs: -1500,
}

it('is one text, character by character', () => {
  expect(canonicalEvent(EVENT)).toBe(
    '{"accuracy":12.5,"clockOffsetMs":-1500,"eventId":"0b5f4a8e-6f0e-4f3c-9a55-2f1c8b1d7e10",' +
      '"eventType":"arrived_at_park","fixAgeSeconds":0,"lat":19.4326,"lng":-99.1332,' +
      '"operationKey":"CSQU3054383_aaaaaaaaaaaaaaaaaaaaaa","operationType":"load","position":3,' +
      '"recordedAt":"2026-03-10T18:00:01.250Z","supervisorId":2,"timestamp":"2026-03-10T18:00:00.000Z",' +
      '"userId":7,"username":"josé \\"el rayo\\""}',
  )
})

it('covers every field of an event: another value is another text', () => {
  const others = { timestamp: new Date(0), recordedAt: new Date(0), reportedAt: new Date(0) }
  for (const key of Object.keys(EVENT) as (keyof typeof EVENT)[]) {
    const changed = { ...EVENT, [key]: key in others ? new Date(1) : 'otro' }
    expect(canonicalEvent(changed), key).not.toBe(canonicalEvent(EVENT))
  }
})

it('of a correction is what it was before phones told when a driver took a press back', () => {
  const correction = {
    correctionId: '0b5f4a8e-6f0e-4f3c-9a55-2f1c8b1d7e10',
    operationKey: 'CSQU3054383_aaaaaaaaaaaaaaaaaaaaaa',
    position: 9,
    kind: 'retraction',
    eventPosition: 8,
    before: 'end_trip',
    after: null,
    supervisorId: 2,
    authorId: 7,
    authorName: 'josé',
    authorRole: 'operator',
    reason: null,
    recordedAt: new Date('2026-03-10T18:00:01.250Z'),
  }
  const before =
    '{"authorId":7,"authorName":"josé","authorRole":"operator","before":"end_trip",' +
    '"correctionId":"0b5f4a8e-6f0e-4f3c-9a55-2f1c8b1d7e10","eventPosition":8,"kind":"retraction",' +
    '"operationKey":"CSQU3054383_aaaaaaaaaaaaaaaaaaaaaa","position":9,' +
    '"recordedAt":"2026-03-10T18:00:01.250Z"'
  expect(canonicalCorrection({ ...correction, reportedAt: null })).toBe(`${before},"supervisorId":2}`)
  expect(canonicalCorrection({ ...correction, reportedAt: new Date('2026-03-10T17:00:00.000Z') })).toBe(
    `${before},"reportedAt":"2026-03-10T17:00:00.000Z","supervisorId":2}`,
  )
})

it('depends neither on the order of the keys nor on keys without a value', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string(),
        fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
      ),
      (record) => {
        const entries = Object.entries(record)
        const backwards = Object.fromEntries([...entries].reverse())
        const bare = Object.fromEntries(entries.filter(([, value]) => value !== null))
        expect(canonicalJson(backwards)).toBe(canonicalJson(record))
        expect(canonicalJson(bare)).toBe(canonicalJson(record))
        expect(JSON.parse(canonicalJson(record))).toEqual(JSON.parse(JSON.stringify(bare)))
      },
    ),
  )
})
