import { asc, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Queryable } from '#server/db/connect'
import { places } from '#server/db/schema/places'
import { listPlaces } from '#server/features/driver/places/queries'
import { scopeOf } from '#server/identity/supervisor-scope'
import { type Actor, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { sentStatements } from '../../support/statements.ts'

let t: TestApp
let boss: Actor
beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
})
afterAll(() => t.close())

const scopeOfBoss = () => scopeOf({ id: boss.id, role: 'supervisor' })

const whole = (db: Queryable) =>
  db
    .select()
    .from(places)
    .where(eq(places.supervisorId, boss.id))
    .orderBy(asc(sql`lower(${places.name})`), asc(places.id))

let made = 0
const circle = (metres: number) => ({
  type: 'circle' as const,
  center: { lat: 20, lng: -103 },
  radiusMetres: metres,
})

/** Changes one place, adds one or removes one. */
async function change(db: Queryable, kind: 'add' | 'change' | 'remove', metres: number): Promise<void> {
  const [some] = await whole(db)
  if (kind === 'add' || !some) {
    await db.insert(places).values({
      supervisorId: boss.id,
      name: `Lugar ${++made}`,
      kind: 'park',
      shape: circle(metres),
      timeZone: 'America/Mexico_City',
      createdAt: new Date(t.clock.now()),
    })
  } else if (kind === 'change') {
    await db
      .update(places)
      .set({ shape: circle(metres) })
      .where(eq(places.id, some.id))
  } else await db.delete(places).where(eq(places.id, some.id))
}

it('the places are those of the database, whatever was changed, taken back or read in between', async () => {
  const { orm } = t.deps.database
  const act = fc.record({
    kind: fc.constantFrom('add' as const, 'change' as const, 'change' as const, 'remove' as const),
    metres: fc.integer({ min: 50, max: 5000 }),
    ends: fc.constantFrom('committed', 'taken back', 'alone'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 6 }), async (acts) => {
      for (const { kind, metres, ends } of acts) {
        if (ends === 'alone') await change(orm, kind, metres)
        else {
          await orm
            .transaction(async (tx) => {
              for (const more of [0, 1]) {
                await change(tx, kind, metres + more)
                expect(await listPlaces(tx, scopeOfBoss())).toEqual(await whole(tx))
              }
              if (ends === 'taken back') throw new Error(ends)
            })
            .catch((error: Error) => {
              if (error.message !== 'taken back') throw error
            })
        }
        expect(await listPlaces(orm, scopeOfBoss())).toEqual(await whole(orm))
      }
    }),
    { numRuns: 25 },
  )
})

it('a second reading sends no shape', async () => {
  const { orm } = t.deps.database
  await change(orm, 'add', 70)
  const first = await listPlaces(orm, scopeOfBoss())
  let second: typeof first = []
  const sent = await sentStatements(async () => {
    second = await listPlaces(orm, scopeOfBoss())
  })
  expect([...sent].filter((text) => text.includes('shape'))).toEqual([])
  expect(second.map(({ shape }, i) => shape === first[i]?.shape)).toEqual(first.map(() => true))
})
