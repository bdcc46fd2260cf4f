import type { FastifyPluginAsync } from 'fastify'
import type { DriverPlace, PlacesResponse } from '#contract/http/driver/places'
import { effectivePremium } from '#domain/account/entitlements'
import { geoJsonOf } from '#domain/place/geojson'
import type { AppDeps } from '../../../deps.ts'
import { digestOf, sendTagged } from '../../../http/answer/etag.ts'
import { sendInTurns } from '../../../http/answer/json-in-turns.ts'
import { route } from '../../../http/route.ts'
import { callerOf, supervisorOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { scopeOfDriver } from '../../../identity/supervisor-scope.ts'
import type { PlaceMemory, RememberedPlace } from '../../../live/place-memory.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { premiumReader } from '../../base/entitlements/service.ts'
import { importRoutes } from './import-routes.ts'
import {
  portableOf,
  presentClient,
  presentDriverPlace,
  presentOutside,
  presentPlace,
  presentSuggestion,
} from './present.ts'
import { listClients, listPlaces } from './queries.ts'
import { activeOutside, changePlace, createPlace, retirePlace, suggested } from './service.ts'
import { presentTracks, tracksOf } from './tracks.ts'

const NONE: ReadonlyMap<number, RememberedPlace> = new Map()
const made = new WeakMap<ReadonlyMap<number, RememberedPlace>, { tag: string; text: string }>()

/** The places in use as drivers get them: megabytes at most, so made once of a reading, however many phones ask. */
function forDrivers(places: ReadonlyMap<number, RememberedPlace>): { tag: string; text: string } {
  const known = made.get(places)
  if (known) return known
  const inUse = [...places.values()].filter(({ retiredAt }) => retiredAt === null)
  const answer: DriverPlace[] = inUse.map(presentDriverPlace)
  const text = JSON.stringify(answer)
  const tagged = { tag: digestOf(text), text }
  made.set(places, tagged)
  return tagged
}

/** The places of a supervisor, and what a driver's phone may know of them. */
export const placeRoutes =
  (deps: AppDeps, memory: PlaceMemory): FastifyPluginAsync =>
  async (app) => {
    const { orm } = deps.database

    route(app, 'GET /api/supervisor/places', async (request, reply) => {
      const scope = supervisorOf(request)
      const places = await listPlaces(orm, scope)
      return sendInTurns<PlacesResponse>(reply, {
        places: places.map(presentPlace),
        clients: (await listClients(orm, scope)).map(presentClient),
      })
    })

    route(app, 'POST /api/supervisor/places', async (request) => {
      const { place, operations } = await createPlace(
        deps,
        supervisorOf(request),
        request.body,
        callerTrace(request),
      )
      return { ...presentPlace(place), operations }
    })

    route(app, 'PUT /api/supervisor/places/:placeId', async (request) =>
      presentPlace(
        await changePlace(
          deps,
          supervisorOf(request),
          request.params.placeId,
          request.body,
          callerTrace(request),
        ),
      ),
    )

    route(app, 'DELETE /api/supervisor/places/:placeId', async (request) => {
      await retirePlace(deps, supervisorOf(request), request.params.placeId, callerTrace(request))
    })

    route(app, 'GET /api/supervisor/places/suggested', async (request) =>
      (await suggested(deps, supervisorOf(request))).map(presentSuggestion),
    )

    route(app, 'GET /api/supervisor/places/tracks', async (request) =>
      presentTracks(await tracksOf(deps, supervisorOf(request), request.query)),
    )

    route(app, 'GET /api/supervisor/places/outside', async (request) =>
      (await activeOutside(deps, supervisorOf(request))).map(presentOutside),
    )

    route(app, 'GET /api/supervisor/places/geojson', async (request, reply) => {
      const scope = supervisorOf(request)
      const inUse = (await listPlaces(orm, scope)).filter(({ retiredAt }) => retiredAt === null)
      const clients = new Map((await listClients(orm, scope)).map(({ id, name }) => [id, name]))
      await recordAudit(orm, callerTrace(request), deps.clock.now(), {
        action: 'places_exported',
        after: { rows: inUse.length },
      })
      reply.header('Content-Disposition', 'attachment; filename="lugares.geojson"')
      const features = geoJsonOf(inUse.map((row) => portableOf(row, clients.get(row.clientId ?? 0) ?? null)))
      return sendInTurns<typeof features>(reply, features, 'application/geo+json; charset=utf-8')
    })

    await app.register(importRoutes(deps))

    const premium = premiumReader(orm)
    route(app, 'GET /api/operator/places', async (request, reply) => {
      const scope = scopeOfDriver(callerOf(request))
      const stored = scope && (await premium.premiumsOf([scope])).get(scope.supervisorId)
      const isOpen = stored && effectivePremium(stored, deps.clock.steady()).flags.realTimeInfo
      const { tag, text } = forDrivers(scope && isOpen ? await memory.of(scope) : NONE)
      return sendTagged(request, reply.type('application/json; charset=utf-8'), tag, () => text)
    })
  }
