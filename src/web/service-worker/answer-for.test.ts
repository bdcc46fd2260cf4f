import { describe, expect, it } from 'vitest'
import { type Asked, answerFor } from './answer-for.ts'

const get = (path: string, more: Partial<Asked> = {}) =>
  answerFor({ method: 'GET', ownOrigin: true, path, navigation: false, kept: false, ...more })

describe('where an answer comes from', () => {
  it.each(['/', '/operator', '/operator/', '/auth'])('opens %s without asking the server', (path) => {
    expect(get(path, { navigation: true })).toBe('kept_page')
  })

  it.each(['/supervisor', '/admin', '/containers', '/terms-conditions', '/authority'])(
    'asks the server for %s first',
    (path) => {
      expect(get(path, { navigation: true })).toBe('fresh_page')
    },
  )

  it.each([
    ...['/api', '/api/user', '/api/docs', '/ws', '/healthz', '/readyz', '/metrics'],
    ...['/container', '/container/MSKU1234565', '/expediente/e1', '/verificar/1'],
  ])('stays out of %s, opened or called', (path) => {
    expect(get(path)).toBe('network')
    expect(get(path, { navigation: true })).toBe('network')
  })

  it('never touches a write, nor another site', () => {
    expect(get('/assets/a.js', { method: 'POST' })).toBe('network')
    expect(get('/assets/a.js', { ownOrigin: false })).toBe('network')
  })

  it('keeps what never changes, and what was installed', () => {
    expect(get('/assets/supervisor-1a2b.js')).toBe('kept_file')
    expect(get('/favicon.svg', { kept: true })).toBe('kept_file')
    expect(get('/robots.txt')).toBe('network')
  })
})
