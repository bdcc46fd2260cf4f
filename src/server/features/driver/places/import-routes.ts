import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errors } from '#contract/http/errors'
import { importedPlacesResponse, importPlacesRequest } from '#contract/http/places'
import type { AppDeps } from '../../../deps.ts'
import { invalid } from '../../../http/problem.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { say } from '../../../text/messages.ts'
import { isModestJson, placesOfFeatures } from './geojson.ts'
import { importPlaces } from './service.ts'

/** 200 polygons of 500 points, each with a dozen digits. */
const IMPORT_BYTES = 6 * 1024 * 1024

/** The one route that takes a large body, in a scope with its own parser. */
export const importRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const parse = app.getDefaultJsonParser('error', 'error')
    app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
      if (isModestJson(text)) parse(request, text, done)
      else done(invalid([{ path: '', ...say('geojson_collection') }]))
    })

    app.post(
      '/api/supervisor/places/geojson',
      {
        config: { audience: 'supervisor', feature: 'realTimeInfo', cost: 'exports' },
        bodyLimit: IMPORT_BYTES,
        schema: {
          tags: ['Lugares'],
          summary: 'Importar lugares de un GeoJSON: los nuevos se agregan, los del mismo nombre cambian',
          description: 'Todos o ninguno; `details` dice qué elemento está mal y por qué.',
          body: importPlacesRequest,
          response: { 200: importedPlacesResponse, ...errors(409) },
        },
      },
      async (request) =>
        importPlaces(
          deps,
          supervisorOf(request),
          placesOfFeatures(request.body.features),
          callerTrace(request),
        ),
    )
  }
