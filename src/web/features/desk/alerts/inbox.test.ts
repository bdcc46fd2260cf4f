import { describe, expect, it } from 'vitest'
import type { Alert } from '../../../api/desk/alerts.ts'
import { byTruck, countFilters, type Filters, matching, readFilters, writeFilters } from './inbox.ts'

const alert = (id: number, more: Partial<Alert> = {}): Alert => ({
  ...{ id, ruleId: 1, kind: 'stop_long', level: 1, operationKey: `TEST${id}`, containerNumber: `TEST${id}` },
  ...{
    operationType: 'load',
    newestEventType: 'stop_fuel',
    userId: 1,
    displayName: 'Juan Peña',
    placeId: null,
  },
  ...{ phone: null, since: '', limit: 1, found: null, raisedAt: '', levelAt: '', acknowledgedAt: null },
  ...{ note: null, assignedTo: null, snoozedUntil: null, seenAt: null, closedAt: null, closedWhy: null },
  ...more,
})
const ALL: Filters = {
  view: 'pending',
  kind: null,
  level: null,
  driver: null,
  place: null,
  mine: null,
  text: '',
}
const SET: Filters = {
  view: 'closed',
  kind: 'silent',
  level: 3,
  driver: 7,
  place: 9,
  mine: 'si',
  text: 'caja á',
}

describe('the filters', () => {
  it('survive in the address, beside the parameters of other tabs', () => {
    const address = writeFilters('tab=alerts&aviso=5', SET)
    expect(new URLSearchParams(address).get('aviso')).toBe('5')
    expect(readFilters(address)).toEqual(SET)
    expect(writeFilters(address, ALL)).toBe('tab=alerts&aviso=5')
    expect([countFilters(ALL), countFilters(SET)]).toEqual([0, 6])
  })

  it('ignore what is no value', () =>
    expect(readFilters('av.vista=x&av.tipo=y&av.nivel=z&av.operador=-1')).toEqual(ALL))

  const reader = { name: 'Ana Ruíz', places: new Map([[9, 'Parque Norte']]) }
  const alerts = [
    alert(1),
    alert(2, { kind: 'silent', level: 3 }),
    alert(3, { userId: 7, displayName: 'Elena' }),
    alert(4, { placeId: 9, note: 'Llanta ponchada' }),
    alert(5, { assignedTo: 'ana ruiz' }),
  ]
  it.each<[Partial<Filters>, number[]]>([
    [{}, [1, 2, 3, 4, 5]],
    [{ kind: 'silent' }, [2]],
    [{ level: 3 }, [2]],
    [{ driver: 7 }, [3]],
    [{ place: 9 }, [4]],
    [{ mine: 'si' }, [5]],
    [{ text: 'pena' }, [1, 2, 4, 5]],
    [{ text: 'NORTE llanta' }, [4]],
    [{ text: 'test3' }, [3]],
    [{ text: 'noticias' }, [2]],
    [{ kind: 'silent', driver: 7 }, []],
  ])('%o leaves %o', (part, ids) =>
    expect(alerts.filter(matching({ ...ALL, ...part }, reader)).map(({ id }) => id)).toEqual(ids),
  )
})

it('alerts of one truck stand together, where its newest stands', () => {
  const of = (id: number, operationKey: string) => alert(id, { operationKey })
  const rows = byTruck([of(5, 'a'), of(4, 'b'), of(3, 'a'), of(2, 'c'), of(1, 'b')])
  expect(rows.map(({ id }) => id)).toEqual([5, 3, 4, 1, 2])
})
