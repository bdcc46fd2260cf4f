import type { FastifyPluginAsync } from 'fastify'
import { ENDPOINTS } from '#contract/endpoints/all'
import { inTurns } from '../../../adapters/thread/in-turns.ts'
import type { AppDeps } from '../../../deps.ts'
import { parseModestJson } from '../../../http/answer/modest-json.ts'
import { invalid } from '../../../http/answer/problem.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { say } from '../../../text/messages.ts'
import { placesOfFeatures } from './geojson.ts'
import { importPlaces } from './service.ts'

/** The one route that takes a large body, in a scope with its own parser. */
export const importRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    const { consumes } = ENDPOINTS['POST /api/supervisor/places/geojson']
    parseModestJson(app, consumes, () => invalid([{ path: '', ...say('geojson_collection') }]))

    route(app, 'POST /api/supervisor/places/geojson', async (request) => {
      const scope = supervisorOf(request)
      const places = await inTurns(scope, placesOfFeatures(request.body.features))
      return importPlaces(deps, scope, places, callerTrace(request))
    })
  }
