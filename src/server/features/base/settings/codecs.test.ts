import { expect, it } from 'vitest'
import { decodeSettings, encodeSettings } from './codecs.ts'

const DEFAULTS = {
  operatorLimit: 20,
  maintenanceMode: false,
  publicTracking: 'status',
  deskIdleMinutes: 0,
  supervisorSecondFactor: 'optional',
  registration: 'open',
} as const

it('counts the default where nothing is stored', () => {
  expect(decodeSettings(new Map())).toEqual(DEFAULTS)
})

it.each([
  ['operator_limit', '0'],
  ['operator_limit', '1e3'],
  ['operator_limit', ' 30'],
  ['operator_limit', '1000000'],
  ['maintenance_mode', 'TRUE'],
  ['maintenance_mode', '1'],
  ['maintenance_mode', ''],
  ['public_tracking', 'all'],
  ['registration', 'closed'],
  ['desk_idle_minutes', '20'],
  ['supervisor_second_factor', 'true'],
])('counts the default where %s is %j', (key, text) => {
  expect(decodeSettings(new Map([[key, text]]))).toEqual(DEFAULTS)
})

it('reads what it writes, and writes the texts of the wire', () => {
  const settings = {
    operatorLimit: 999_999,
    maintenanceMode: true,
    publicTracking: 'link',
    deskIdleMinutes: 60,
    supervisorSecondFactor: 'required',
    registration: 'admin',
  } as const
  const texts = encodeSettings(settings)
  expect(texts).toEqual({
    operator_limit: '999999',
    maintenance_mode: 'true',
    public_tracking: 'link',
    desk_idle_minutes: '60',
    supervisor_second_factor: 'required',
    registration: 'admin',
  })
  expect(decodeSettings(new Map(Object.entries(texts)))).toEqual(settings)
})
