import { describe, expect, it } from 'vitest'
import type { Alert } from '../../../api/alerts.ts'
import { countUnhandled, withAlert } from '../../../api/alerts.ts'
import { againstText, firedText, formOf, newRule, readRule, settingsText } from './model.ts'

const alert = (more: Partial<Alert>): Alert => ({
  id: 1,
  ruleId: 1,
  kind: 'stop_long',
  level: 1,
  operationKey: 'TEST1234567_x',
  containerNumber: 'TEST1234567',
  operationType: 'load',
  newestEventType: 'stop_fuel',
  userId: 1,
  displayName: 'Juan',
  phone: null,
  since: '2026-03-10T14:00:00.000Z',
  limit: 2700,
  found: null,
  raisedAt: '2026-03-10T14:45:00.000Z',
  levelAt: '2026-03-10T14:45:00.000Z',
  acknowledgedAt: null,
  note: null,
  assignedTo: null,
  snoozedUntil: null,
  closedAt: null,
  closedWhy: null,
  ...more,
})
const NOW = Date.parse('2026-03-10T15:00:00.000Z')

describe('an alert', () => {
  it.each<[Partial<Alert>, string]>([
    [{}, 'Detenido más de 45 min'],
    [{ kind: 'outside_place', limit: 1000, found: 5000 }, 'A 5.0 km del lugar; se permiten 1.0 km'],
    [{ kind: 'refused', limit: 3, found: 4 }, '4 pasos rechazados; se permiten menos de 3'],
  ])('%o: %s', (more, words) => expect(againstText(alert(more))).toBe(words))

  it('counts while nobody has acknowledged or snoozed it', () => {
    const at = '2026-03-10T14:50:00.000Z'
    const list = [
      alert({}),
      alert({ acknowledgedAt: at }),
      alert({ snoozedUntil: '2026-03-10T15:01:00.000Z' }),
      alert({ snoozedUntil: at }),
    ]
    expect(countUnhandled(list, NOW)).toBe(2)
  })

  it('comes in where its level puts it, and moves when it is closed', () => {
    const lists = { open: [alert({ id: 1, level: 2 })], closed: [] }
    const two = withAlert(lists, alert({ id: 2, level: 3 }))
    expect(two.open.map(({ id }) => id)).toEqual([2, 1])
    const closed = withAlert(two, alert({ id: 1, closedAt: '2026-03-10T15:00:00.000Z' }))
    expect([closed.open, closed.closed].map((list) => list.map(({ id }) => id))).toEqual([[2], [1]])
  })
})

it.each([
  [0, 'Ninguno en 28 días'],
  [1, '1 en 28 días'],
  [27, '27 en 28 días'],
  [84, '84 en 28 días, unos 3 al día'],
  [90, '90 en 28 días, unos 3.2 al día'],
])('a rule that would have fired %i times says so: %s', (fired, words) =>
  expect(firedText({ fired, days: 28 })).toBe(words),
)

describe('a rule that is typed', () => {
  it('is sent with the parameters of its kind alone', () => {
    const form = { ...newRule('step_long'), factor: ' 1,5 ', minutes: '60', metres: '7' }
    const read = { kind: 'step_long', parameters: { factor: 1.5, minutes: 60 }, enabled: true }
    expect(readRule(form)).toEqual({ ...read, push: true, mail: true })
  })

  it.each(['', 'x', '0', '1441'])('%j minutes are refused, with the bounds', (minutes) =>
    expect(readRule({ ...newRule('stop_long'), minutes })).toEqual({
      errors: { minutes: 'Un número de 1 a 1440' },
    }),
  )

  it('comes back as it is', () => {
    const rule = { id: 1, kind: 'free_time', parameters: { minutes: 120, fromPercent: 80 } } as const
    const stored = { ...rule, enabled: false, push: true, mail: false, isStandard: false }
    const { id: _, isStandard: __, ...sent } = stored
    expect(readRule(formOf(stored))).toEqual(sent)
    expect(settingsText(stored)).toBe('2 h 0 min, desde el 80 % · Al teléfono')
  })
})
