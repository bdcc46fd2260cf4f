import { describe, expect, it } from 'vitest'
import { type Place, readPlace, TABS, VIEWS, writePlace } from './place.ts'

describe('the place in the address', () => {
  it('is the users by default, and every place survives a round trip', () => {
    expect(readPlace('')).toEqual({ tab: 'usuarios', user: null, view: 'resumen' })
    expect(writePlace({ tab: 'usuarios', user: null, view: 'resumen' })).toBe('')
    for (const tab of ['metricas', 'configuracion'] as const) {
      for (const user of [null, 7]) {
        const place: Place = { tab, user, view: 'resumen' }
        expect(readPlace(writePlace(place))).toEqual(place)
      }
    }
    for (const view of VIEWS)
      expect(readPlace(writePlace({ tab: 'metricas', user: 7, view })).view).toBe(view)
    for (const tab of TABS) expect(readPlace(writePlace({ tab, user: null, view: 'resumen' })).tab).toBe(tab)
  })

  it('falls back to the first page for an unknown value', () => {
    expect(readPlace('tab=otra&vista=nada').tab).toBe('usuarios')
    expect(readPlace('tab=configuracion&usuario=-3').user).toBeNull()
    expect(readPlace('tab=configuracion&usuario=1e3').user).toBeNull()
    expect(readPlace('tab=configuracion&usuario=99999999999').user).toBeNull()
  })

  it('drops the user where the tab has none', () => {
    expect(readPlace('tab=sistema&usuario=3').user).toBeNull()
    expect(writePlace({ tab: 'sistema', user: 3, view: 'actividad' })).toBe('tab=sistema')
  })
})
