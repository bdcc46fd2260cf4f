import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errors } from '#contract/http/errors'
import { file } from '#contract/http/file'
import {
  createdPlaceResponse,
  driverPlacesResponse,
  importPlacesRequest,
  outsideResponse,
  placeRequest,
  placeResponse,
  placesResponse,
  suggestedPlacesResponse,
} from '#contract/http/places'
import { unchanged } from '#contract/http/unchanged'
import { effectivePremium } from '#domain/account/entitlements'
import { geoJsonOf } from '#domain/place/geojson'
import type { AppDeps } from '../../../deps.ts'
import { digestOf, sendTagged } from '../../../http/etag.ts'
import { notFound } from '../../../http/problem.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { callerOf, supervisorOf } from '../../../http/route-audience.ts'
import { scopeOfDriver } from '../../../identity/supervisor-scope.ts'
import { say } from '../../../text/messages.ts'
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

const tags = ['Lugares']
const config = { audience: 'supervisor', feature: 'realTimeInfo' } as const
const ofPlace = z.object({ placeId: z.string() })

const idOf = ({ placeId }: z.output<typeof ofPlace>): number => {
  if (!/^[1-9]\d{0,8}$/.test(placeId)) throw notFound(say('place_not_found'))
  return Number(placeId)
}

/** The places of a supervisor, and what a driver's phone may know of them. */
export const placeRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { orm } = deps.database

    app.get(
      '/api/supervisor/places',
      {
        config,
        schema: {
          tags,
          summary: 'Los lugares propios, también los retirados, y los clientes',
          response: { 200: placesResponse },
        },
      },
      async (request) => {
        const scope = supervisorOf(request)
        const places = await listPlaces(orm, scope)
        return {
          places: places.map(presentPlace),
          clients: (await listClients(orm, scope)).map(presentClient),
        }
      },
    )

    app.post(
      '/api/supervisor/places',
      {
        config,
        schema: {
          tags,
          summary:
            'Crear un lugar; lo reciben también las operaciones recientes que llegaron ahí y no tienen otro',
          body: placeRequest,
          response: { 201: createdPlaceResponse, ...errors(409) },
        },
      },
      async (request, reply) => {
        const { place, operations } = await createPlace(
          deps,
          supervisorOf(request),
          request.body,
          callerTrace(request),
        )
        return reply.code(201).send({ ...presentPlace(place), operations })
      },
    )

    app.put(
      '/api/supervisor/places/:placeId',
      {
        config,
        schema: {
          tags,
          summary: 'Cambiar un lugar',
          params: ofPlace,
          body: placeRequest,
          response: { 200: placeResponse, ...errors(404, 409) },
        },
      },
      async (request) =>
        presentPlace(
          await changePlace(
            deps,
            supervisorOf(request),
            idOf(request.params),
            request.body,
            callerTrace(request),
          ),
        ),
    )

    app.delete(
      '/api/supervisor/places/:placeId',
      {
        config,
        schema: {
          tags,
          summary: 'Retirar un lugar; las operaciones que lo tienen lo conservan',
          params: ofPlace,
          response: { 204: z.null(), ...errors(404) },
        },
      },
      async (request, reply) => {
        await retirePlace(deps, supervisorOf(request), idOf(request.params), callerTrace(request))
        return reply.code(204).send(null)
      },
    )

    app.get(
      '/api/supervisor/places/suggested',
      {
        config: { ...config, cost: 'figures' },
        schema: {
          tags,
          summary: 'Dónde suelen llegar los viajes de los últimos 90 días, donde no hay lugar',
          response: { 200: suggestedPlacesResponse },
        },
      },
      async (request) => (await suggested(deps, supervisorOf(request))).map(presentSuggestion),
    )

    app.get(
      '/api/supervisor/places/outside',
      {
        config: { ...config, cost: 'figures' },
        schema: {
          tags,
          summary: 'Operaciones activas con pasos registrados fuera de su lugar',
          response: { 200: outsideResponse },
        },
      },
      async (request) => (await activeOutside(deps, supervisorOf(request))).map(presentOutside),
    )

    app.get(
      '/api/supervisor/places/geojson',
      {
        config: { ...config, cost: 'exports' },
        exposeHeadRoute: false,
        schema: {
          tags,
          summary: 'Archivo GeoJSON de los lugares en uso',
          response: { 200: file('GeoJSON (RFC 7946)', { 'application/geo+json': importPlacesRequest }) },
        },
      },
      async (request, reply) => {
        const scope = supervisorOf(request)
        const inUse = (await listPlaces(orm, scope)).filter(({ retiredAt }) => retiredAt === null)
        const clients = new Map((await listClients(orm, scope)).map(({ id, name }) => [id, name]))
        await recordAudit(orm, callerTrace(request), deps.clock.now(), {
          action: 'places_exported',
          after: { rows: inUse.length },
        })
        return reply
          .type('application/geo+json; charset=utf-8')
          .header('Content-Disposition', 'attachment; filename="lugares.geojson"')
          .send(geoJsonOf(inUse.map((row) => portableOf(row, clients.get(row.clientId ?? 0) ?? null))))
      },
    )

    await app.register(importRoutes(deps))

    const premium = premiumReader(orm)
    app.get(
      '/api/operator/places',
      {
        config: { audience: 'operator' },
        schema: {
          tags: ['Operación'],
          summary: 'Los lugares en uso del supervisor, para el destino y la llegada',
          response: { 200: driverPlacesResponse, ...unchanged },
        },
      },
      async (request, reply) => {
        const scope = scopeOfDriver(callerOf(request))
        const stored = scope && (await premium.premiumsOf([scope])).get(scope.supervisorId)
        const isOpen = stored && effectivePremium(stored, deps.clock.now()).flags.realTimeInfo
        const places = scope && isOpen ? await listPlaces(orm, scope) : []
        const answer = places.filter(({ retiredAt }) => retiredAt === null).map(presentDriverPlace)
        return sendTagged(request, reply, digestOf(answer), () => answer)
      },
    )
  }
