import { describe, expect, it } from 'vitest'
import { isReplaced } from './replaced-page.ts'

const page = (program: string): string =>
  `<link rel="modulepreload" href="/assets/x-1.js"><script type="module" crossorigin src="/assets/${program}.js"></script>`

function tab() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  return (running: string | null, answer: string) =>
    isReplaced(running === null ? null : `/assets/${running}.js`, async () => answer, storage)
}

describe('a page that failed', () => {
  it('reloads when the server has another version', async () => {
    expect(await tab()('main-old', page('main-new'))).toBe(true)
  })

  it('stays when it is the newest, or when the version is unknown', async () => {
    expect(await tab()('main-old', page('main-old'))).toBe(false)
    expect(await tab()('main-old', '<h1>502 Bad Gateway</h1>')).toBe(false)
    expect(await tab()(null, page('main-new'))).toBe(false)
  })

  it('reloads once for each version', async () => {
    const look = tab()
    expect(await look('main-old', page('main-new'))).toBe(true)
    expect(await look('main-old', page('main-new'))).toBe(false)
    expect(await look('main-new', page('main-newer'))).toBe(true)
  })

  it('stays when the request fails, or when nothing can be stored', async () => {
    const lost = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await isReplaced('/assets/a.js', lost, { getItem: () => null, setItem: () => undefined })).toBe(
      false,
    )
    const full = () => {
      throw new Error('full')
    }
    const ask = async () => page('main-new')
    expect(await isReplaced('/assets/a.js', ask, { getItem: () => null, setItem: full })).toBe(false)
  })
})
