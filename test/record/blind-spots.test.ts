import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyRecordIn } from '#server/record/verify/verify'
import { saidOf } from '#server/record/verify/words'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { administrator } from '../support/administrator.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { asOwner } from '../support/database.ts'
import { type MadeVisit, parkOf, visit } from '../support/visit.ts'

// What the owner of the tables can do, who may change everything: `verify` sees it, and says where.
let t: TestApp
let boss: Actor
let gone: Actor
let made: MadeVisit

beforeAll(async () => {
  t = await createTestApp()
  await register(t.app, 'supervisor')
  boss = await register(t.app, 'supervisor')
  const { body: place } = await boss.post('/api/supervisor/places', parkOf('Parque', { client: 'Cliente' }))
  made = await visit(t, boss)
  await boss.post('/api/evidence', { containerId: made.key })
  await boss.post('/api/evidence', { clientId: place.clientId, month: '2026-03' })
  const { body: events } = await boss.get(`/api/events/${made.key}`)
  const { position } = events.find((event: { eventType: string }) => event.eventType === 'arrived_at_park')
  const timestamp = new Date(made.arrivedAt + 600_000).toISOString()
  const correction = { kind: 'time', position, timestamp, reason: 'según la caseta' }
  const corrected = await boss.post(`/api/containers/${made.key}/corrections`, correction)
  expect(corrected.status).toBe(201)
  await boss.post('/api/evidence', { containerId: made.key })
  gone = await register(t.app, 'supervisor')
  await operatorOf(t.app, gone)
  await (await administrator(t.app)).delete(`/api/admin/supervisors/${gone.id}`)
})
afterAll(() => t.close())

/** What `verify` says while the owner's `changes` hold. */
async function saidAfter(changes: string): Promise<string> {
  let said = ''
  const tried = asOwner(t.deps.database, ({ orm }) =>
    orm.transaction(async (tx) => {
      await tx.execute(changes)
      said = saidOf(await verifyRecordIn(tx)).message
      tx.rollback()
    }),
  )
  await expect(tried).rejects.toThrow('Rollback')
  return said
}

it('finds nothing in what the product wrote: packs, corrections, a supervisor who was removed', async () => {
  expect(await saidAfter('select')).toMatch(/^Registro íntegro: 1 operación, 8 eventos, 1 correcciones\.$/)
})

describe('a container number', () => {
  it('of the operation alone', async () => {
    const said = await saidAfter(`update containers set display_container_id = 'MSKU0000000'`)
    expect(said).toBe(`Registro alterado: ${made.number}, la operación lleva otro número de contenedor.`)
  })

  it('of one event alone', async () => {
    const said = await saidAfter(`update events set display_container_id = 'MSKU0000000' where position = 3`)
    expect(said).toBe(`Registro alterado: ${made.number}, el registro 3 lleva otro número de contenedor.`)
  })

  it('of the operation and its events, as if it had been reported so', async () => {
    const said = await saidAfter(`
      update containers set display_container_id = 'MSKU0000000', first_container_number = 'MSKU0000000';
      update events set display_container_id = 'MSKU0000000'`)
    expect(said).toBe(`Registro alterado: ${made.number}, el registro 1 lleva otro número de contenedor.`)
  })
})

describe('an evidence pack', () => {
  const rehashed = (content: string, where: string) =>
    `update evidence_packs set content = ${content}, hash = encode(sha256(convert_to(${content}, 'UTF8')), 'hex') where ${where}`

  it.each([
    ['another content', `update evidence_packs set content = content || ' ' where version = 2`, 2],
    ['another number of the version', `update evidence_packs set version = 3 where version = 2`, 3],
    ['another supervisor', `update evidence_packs set supervisor_id = 1 where version = 2`, 2],
  ])('with %s', async (_what, change, version) => {
    const said = await saidAfter(change)
    expect(said).toMatch(new RegExp(`^Expediente (alterado|faltante): ${made.number}.*${version}`))
  })

  it('with another content and its hash, because the audit log knows the one that was issued', async () => {
    const said = await saidAfter(rehashed(`replace(content, '"version":2', '"version":2 ')`, 'version = 2'))
    expect(said).toBe(`Expediente faltante: ${made.number}, versión 2, se emitió y ya no está.`)
  })

  it.each([
    ['the newest', 'version = 2', 2],
    ['the first', 'version = 1 and month is null', 1],
  ])('that is gone: %s', async (_which, where, version) => {
    const said = await saidAfter(`delete from evidence_packs where ${where}`)
    expect(said).toBe(`Expediente faltante: ${made.number}, versión ${version}, se emitió y ya no está.`)
  })

  it('of which a version was never issued, as far as the audit log goes back', async () => {
    const said = await saidAfter(`
      alter table audit_log disable trigger user; delete from audit_log where action = 'evidence_issued';
      delete from evidence_packs where version = 1 and month is null`)
    expect(said).toBe(`Expediente faltante: ${made.number}, falta una versión antes de la 2.`)
  })

  it('that quotes what was taken out of the record, with head, counter and operation set back', async () => {
    const said = await saidAfter(`
      alter table corrections disable trigger user; delete from corrections;
      update events set timestamp = coalesce(first_timestamp, timestamp), first_timestamp = null;
      update containers set version = version - 1, chain_head = (select chain_hash from events where position = 8);
      update event_counters set last_seq = last_seq - 1, unlisted = 0 where tenant_id = ${boss.id}`)
    expect(said).toBe(
      `Registro alterado: el expediente ${made.number}, versión 2, cita lo que ya no está en el registro.`,
    )
  })
})

describe('an account that was removed', () => {
  it.each([
    [
      'whose tombstone was changed',
      `update tombstones set content = replace(content, '"packs" : 0', '"packs" : 1') where position = 1`,
      /lo que quedó de la cuenta eliminada \d+ no es lo que se escribió/,
    ],
    [
      'whose tombstone is gone from the middle',
      `delete from tombstones where position = 1`,
      /la bitácora dice que se eliminó la cuenta \d+, y no quedó constancia/,
    ],
    [
      'of whose removal the audit log says nothing',
      `alter table audit_log disable trigger user; delete from audit_log where action = 'supervisor_deleted'`,
      /la bitácora no dice quién eliminó la cuenta \d+/,
    ],
    [
      'of whose removal the audit log says something else',
      `alter table audit_log disable trigger user; update audit_log set target_id = 1, action = 'logout' where action = 'supervisor_deleted'`,
      /la bitácora no dice quién eliminó la cuenta \d+/,
    ],
    [
      'that is there again',
      `alter table users disable trigger user; insert into users (id, username, password_hash, role, display_name)
        overriding system value select account_id, 'vuelve', '', 'supervisor', 'Vuelve' from tombstones limit 1`,
      /la cuenta \d+ fue eliminada y está de nuevo/,
    ],
  ])('%s', async (_what, change, sentence) => {
    expect(await saidAfter(change)).toMatch(sentence)
  })
})
