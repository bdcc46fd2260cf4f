import { describe, expect, it } from 'vitest'
import {
  draftErrors,
  draftOfPlace,
  emptyDraft,
  requestOf,
  shapeOf,
  withMoved,
  withoutLast,
  withPoint,
} from './model.ts'
import { positionIn } from './pasted-position.ts'

const ZONE = 'America/Mexico_City'
const GATE = { lat: 20.52, lng: -103.18 }

describe('typed coordinates', () => {
  it.each(['20.52, -103.18', '20.52,-103.18', ' 20.52 -103.18 ', '20.52; -103.18'])(
    'are read: %s',
    (line) => {
      expect(positionIn(line)).toEqual(GATE)
    },
  )
  it.each(['', '20.52', '20.52,', '91, 0', '20, 181', '20.52, -103.18, 3', 'a, b'])(
    'are none: %s',
    (line) => {
      expect(positionIn(line)).toBeNull()
    },
  )
})

describe('a place that is drawn', () => {
  it('is the same as one that is typed', () => {
    const circle = withPoint(emptyDraft(ZONE), GATE)
    expect(circle.center).toBe('20.52, -103.18')
    const polygon = { ...emptyDraft(ZONE), name: 'Patio', type: 'polygon' as const }
    const three = [GATE, { lat: 20.53, lng: -103.18 }, { lat: 20.53, lng: -103.17 }].reduce(
      withPoint,
      polygon,
    )
    expect(three.points.split('\n')).toHaveLength(3)
    const moved = withMoved(three, 1, { lat: 20.54, lng: -103.18 })
    expect(shapeOf(moved)).toEqual({
      type: 'polygon',
      points: [GATE, { lat: 20.54, lng: -103.18 }, { lat: 20.53, lng: -103.17 }],
    })
    expect(shapeOf(withoutLast(moved))).toMatchObject({ points: [GATE, { lat: 20.54, lng: -103.18 }] })
    expect(draftErrors(three)).toEqual({})
  })

  it('comes back into the form as it was kept', () => {
    const kept = {
      id: 1,
      name: 'Parque',
      kind: 'park' as const,
      shape: { type: 'circle' as const, center: GATE, radiusMetres: 300 },
      timeZone: ZONE,
      freeMinutes: 120,
      facilityCode: 'MXZLO',
      clientId: 3,
      retiredAt: null,
    }
    expect(requestOf(draftOfPlace(kept, 'Aceros'))).toEqual({
      name: 'Parque',
      kind: 'park',
      shape: kept.shape,
      timeZone: ZONE,
      freeMinutes: 120,
      facilityCode: 'MXZLO',
      client: 'Aceros',
    })
  })

  it('says what is missing', () => {
    expect(Object.keys(draftErrors({ ...emptyDraft(ZONE), freeMinutes: '2 h' }))).toEqual([
      'name',
      'center',
      'freeMinutes',
    ])
  })
})
