import { describe, expect, it } from 'vitest'
import { AUDIT_ACTIONS, AUDIT_ACTORS } from '#contract/http/console/audit'
import {
  ACTION_CHOICES,
  ACTOR_CHOICES,
  auditSearch,
  changeLines,
  hasFilters,
  isAction,
  isActor,
  NO_AUDIT_FILTERS,
  targetText,
  valueText,
} from './audit-model.ts'

it('offers every action and every actor, each with a different name', () => {
  expect(ACTION_CHOICES.map(({ value }) => value).sort()).toEqual([...AUDIT_ACTIONS].sort())
  expect(ACTOR_CHOICES.map(({ value }) => value).sort()).toEqual([...AUDIT_ACTORS].sort())
  expect(new Set(ACTION_CHOICES.map(({ label }) => label)).size).toBe(AUDIT_ACTIONS.length)
  expect(isAction('link_shared') && isActor('system')).toBe(true)
  expect(isAction('toString') || isActor(null)).toBe(false)
})

describe('the query', () => {
  it('asks for what is set, in whole days of the product’s zone', () => {
    const params = new URLSearchParams(
      auditSearch(
        { actor: 'admin', action: 'admin_login', text: ' ana ', from: '2026-03-01', to: '2026-03-31' },
        'Asia/Tokyo',
        'c1',
        50,
      ),
    )
    expect(Object.fromEntries(params)).toEqual({
      actor: 'admin',
      action: 'admin_login',
      q: 'ana',
      from: '2026-02-28T15:00:00.000Z',
      to: '2026-03-31T15:00:00.000Z',
      limit: '50',
      cursor: 'c1',
    })
  })
  it('has only a limit without filters', () => {
    expect(auditSearch(NO_AUDIT_FILTERS, 'UTC', null, 50)).toBe('limit=50')
    expect(hasFilters(NO_AUDIT_FILTERS)).toBe(false)
    expect(hasFilters({ ...NO_AUDIT_FILTERS, text: '  ' })).toBe(false)
    expect(hasFilters({ ...NO_AUDIT_FILTERS, from: '2026-03-01' })).toBe(true)
  })
})

describe('a change', () => {
  it('is a list of named fields, before and after', () => {
    expect(
      changeLines({ before: { isActive: true, otro: 1 }, after: { isActive: false, archive: 'a.gz' } }),
    ).toEqual([
      { name: 'isActive', label: 'Activo', before: 'Sí', after: 'No' },
      { name: 'otro', label: 'otro', before: '1', after: null },
      { name: 'archive', label: 'Archivo', before: null, after: 'a.gz' },
    ])
    expect(changeLines({ before: null, after: null })).toEqual([])
  })
  it('never shows raw JSON', () => {
    expect(valueText({ constructor: 1 })).toBe('constructor: 1')
    expect(valueText(null)).toBe('—')
    expect(valueText('false')).toBe('No')
    expect(valueText(['a', true])).toBe('a, Sí')
    expect(valueText([])).toBe('—')
    expect(valueText({ displayName: 'Ana', otro: { a: 1 } })).toBe('Nombre: Ana; otro: a: 1')
    expect(valueText(new Date(2026, 2, 1, 7, 5).toISOString())).toBe('01/03/26 07:05')
  })
  it('names values as the other screens do', () => {
    const told = (change: Record<string, unknown>) =>
      changeLines({ before: null, after: change }).map((line) => `${line.label}: ${line.after}`)
    expect(told({ public_tracking: 'full' })).toEqual(['Seguimiento público: Todo'])
    expect(told({ registration: 'admin' })).toEqual(['Registro: Solo el administrador'])
    expect(told({ eventType: ['start_trip', 'vehicle_parked'] })).toEqual([
      'Tipos de evento: Iniciar viaje, Vehículo estacionado',
    ])
    expect(told({ operationType: 'unload' })).toEqual(['Tipo de operación: Descarga'])
    expect(told({ eventType: ['toString'], value: 'full' })).toEqual([
      'Tipos de evento: toString',
      'Valor: full',
    ])
  })
  it('names settings by their label, and anything else by its own name', () => {
    expect(targetText({ action: 'setting_changed', target: 'public_tracking' })).toBe('Seguimiento público')
    expect(targetText({ action: 'operator_created', target: 'registration' })).toBe('registration')
    expect(targetText({ action: 'admin_login', target: null })).toBe('—')
  })
  it('writes months and days out', () => {
    expect(targetText({ action: 'report_saved', target: '2026-11' })).toBe('noviembre de 2026')
    expect(targetText({ action: 'evidence_issued', target: 'Refrescos 2026-01' })).toBe(
      'Refrescos enero de 2026',
    )
    expect(targetText({ action: 'evidence_issued', target: 'MSKU1234565' })).toBe('MSKU1234565')
    expect(targetText({ action: 'operator_created', target: 'ana2026-11' })).toBe('ana2026-11')
    expect(valueText('2026-11', 'month')).toBe('noviembre de 2026')
    expect(valueText('2026-01-05', 'validFrom')).toBe('5 ene 2026')
  })
})
