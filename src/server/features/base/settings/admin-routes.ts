import type { FastifyPluginAsync } from 'fastify'
import type { SettingsResponse } from '#contract/http/console/settings'
import type { AppDeps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { adminTrace } from '../../../http/watch/request-trace.ts'
import { productVersion } from '../../../version.ts'
import { encodeSettings } from './codecs.ts'
import { readSettings, setSetting } from './service.ts'

export const adminSettingsRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    const present = async (): Promise<SettingsResponse> => ({
      settings: {
        ...encodeSettings(await readSettings(deps.database.orm)),
        version: productVersion,
        timezone: deps.config.timezone,
      },
    })

    route(app, 'GET /api/admin/settings', present)

    route(app, 'POST /api/admin/settings', async (request) => {
      await setSetting(deps, adminTrace(request), request.body)
      return present()
    })
  }
