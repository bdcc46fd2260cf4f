import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type SettingsResponse, settingRequest, settingsResponse } from '#contract/http/settings'
import type { AppDeps } from '../../../deps.ts'
import { adminTrace } from '../../../http/request-trace.ts'
import { productVersion } from '../../../version.ts'
import { encodeSettings } from './codecs.ts'
import { readSettings, setSetting } from './service.ts'

const tags = ['Administración']
const config = { audience: 'administrator' } as const

export const adminSettingsRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const present = async (): Promise<SettingsResponse> => ({
      settings: {
        ...encodeSettings(await readSettings(deps.database.orm)),
        version: productVersion,
        timezone: deps.config.timezone,
      },
    })

    app.get(
      '/api/admin/settings',
      {
        config,
        schema: {
          tags,
          summary: 'Ajustes globales y versión',
          response: { 200: settingsResponse },
        },
      },
      present,
    )

    app.post(
      '/api/admin/settings',
      {
        config,
        schema: {
          tags,
          summary: 'Cambiar un ajuste; contesta con todos',
          body: settingRequest,
          response: { 200: settingsResponse },
        },
      },
      async (request) => {
        await setSetting(deps, adminTrace(request), request.body)
        return present()
      },
    )
  }
