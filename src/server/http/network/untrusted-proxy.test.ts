import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { warnOfUntrustedProxy } from './untrusted-proxy.ts'

/** What is logged while requests of these addresses come, each with X-Forwarded-For. */
async function linesOf(
  trustProxy: boolean | string,
  addresses: string[],
  forwarded = true,
): Promise<string[]> {
  const said: string[] = []
  const app = Fastify({
    trustProxy,
    logger: { level: 'warn', stream: { write: (line: string) => void said.push(line) } },
  })
  warnOfUntrustedProxy(app)
  app.get('/', async () => null)
  for (const remoteAddress of addresses) {
    await app.inject({
      url: '/',
      remoteAddress,
      headers: forwarded ? { 'x-forwarded-for': '203.0.113.9' } : {},
    })
  }
  await app.close()
  return said
}

it('a proxy that is not trusted is said once, with its address', async () => {
  for (const trusted of [false, '10.0.0.1']) {
    const said = await linesOf(trusted, ['10.0.0.2', '10.0.0.2'])
    expect(said).toHaveLength(1)
    expect(JSON.parse(said[0] ?? '')).toMatchObject({ level: 40, address: '10.0.0.2' })
  }
})

it('a trusted one, and a visitor without a proxy, are not', async () => {
  expect(await linesOf('10.0.0.1', ['10.0.0.1'])).toEqual([])
  expect(await linesOf(false, ['10.0.0.2'], false)).toEqual([])
})
