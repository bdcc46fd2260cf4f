import { describe, expect, it } from 'vitest'
import type { Alert } from '../../../api/desk/alerts.ts'
import { isUnseen, withAlert } from '../../../api/desk/alerts.ts'
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
  placeId: null,
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
  seenAt: null,
  closedAt: null,
  closedWhy: null,
  ...more,
})
const NOW = Date.parse('2026-03-10T15:00:00.000Z')
const AT = '2026-03-10T14:50:00.000Z'
const LATER = '2026-03-10T15:01:00.000Z'

describe('an alert', () => {
  it.each<[Partial<Alert>, string]>([
    [{}, 'Detenido más de 45 min'],
    [{ kind: 'outside_place', limit: 1000, found: 5000 }, 'A 5.0 km del lugar; se permiten 1.0 km'],
    [{ kind: 'refused', limit: 3, found: 4 }, '4 pasos rechazados; se permiten menos de 3'],
  ])('%o: %s', (more, words) => expect(againstText(alert(more))).toBe(words))

  it.each<[Partial<Alert>, boolean]>([
    [{}, true],
    [{ seenAt: AT }, false],
    [{ acknowledgedAt: AT }, false],
    [{ snoozedUntil: LATER }, false],
    [{ snoozedUntil: AT }, true],
    [{ acknowledgedAt: AT, level: 3 }, true],
    [{ snoozedUntil: LATER, level: 3 }, true],
    [{ snoozedUntil: LATER, level: 3, seenAt: AT }, false],
    [{ closedAt: AT, level: 3 }, false],
  ])('%o: somebody has still to look at it: %s', (more, unseen) =>
    expect(isUnseen(alert(more), NOW)).toBe(unseen),
  )

  it('comes in where its newest level puts it, once, and leaves when it is closed', () => {
    const first = alert({ id: 1, levelAt: '2026-03-10T14:00:00.000Z' })
    const second = alert({ id: 2, levelAt: '2026-03-10T14:30:00.000Z' })
    const two = [first, second].reduce(withAlert, [] as Alert[])
    expect(two.map(({ id }) => id)).toEqual([2, 1])
    const risen = withAlert(two, { ...first, level: 2, levelAt: '2026-03-10T14:40:00.000Z' })
    expect(risen.map(({ id }) => id)).toEqual([1, 2])
    expect(withAlert(risen, { ...second, closedAt: AT })).toEqual([risen[0]])
  })
})

it.each([
  [0, 'Ninguno en 28 días'],
  [1, '1 en 28 días'],
  [27, '27 en 28 días'],
  [84, '84 en 28 días, unos 3 al día'],
  [90, '90 en 28 días, unos 3.2 al día'],
])('a rule that would have fired %i times says so: %s', (fired, words) =>
  expect(firedText({ fired, isEstimate: false, days: 28 })).toBe(words),
)

it.each([
  [0, 'Ninguno en 28 días'],
  [84, 'Aproximadamente 84 en 28 días, unos 3 al día'],
])('says of %i alerts that it was estimated: %s', (fired, words) =>
  expect(firedText({ fired, isEstimate: true, days: 28 })).toBe(words),
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
