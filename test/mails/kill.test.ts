import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { PASSWORD } from '../support/actors.ts'
import { connectBeside, type ServerProcess, startServer } from '../support/processes/server-process.ts'
import { catchMail, type SmtpBehaviour } from '../support/smtp.ts'

it('killed between the answer of the mail server and its mark, the mail is sent again under the same Message-ID', async () => {
  const behaviour: SmtpBehaviour = {}
  const smtp = await catchMail(behaviour)
  onTestFinished(() => smtp.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-mails-'))
  const env = { SMTP_URL: smtp.url }
  let server: ServerProcess = await startServer(dataDir, inject('program'), { env })
  onTestFinished(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  behaviour.onCaught = () => server.kill()
  const registered = await fetch(`${server.origin}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify({
      ...{ username: 'rosa.kill', password: PASSWORD, role: 'supervisor', displayName: 'Rosa' },
      ...{ email: 'rosa@example.com', phone: '5512345678', acceptedTerms: true },
    }),
  })
  expect(registered.status).toBe(201)
  const first = await smtp.next('rosa@example.com')
  expect(await server.ended).toBe('SIGKILL')
  delete behaviour.onCaught

  server = await startServer(dataDir, inject('program'), { env, port: Number(new URL(server.origin).port) })
  const beside = connectBeside(dataDir)
  onTestFinished(() => beside.close())
  const state = async () =>
    (await beside.pool.query('select state, tries, sealed is null as empty from mails')).rows
  expect(await state()).toEqual([{ state: 'waiting', tries: 1, empty: false }])
  // The minute that its claim lasts.
  await beside.pool.query("update mails set next_try_at = now() - interval '1 second'")
  // The job comes within fifteen seconds of a start.
  await expect.poll(state, { timeout: 30_000 }).toEqual([{ state: 'sent', tries: 2, empty: true }])
  expect(smtp.caught).toHaveLength(2)
  const again = await smtp.next('rosa@example.com')
  expect(again.messageId).toBe(first.messageId)
  expect(again.text).toBe(first.text)
  expect(again.date).toBe(first.date)
}, 120_000)
