import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { productConfigResponse } from '#contract/http/product-config'
import type { AppDeps } from '../../../deps.ts'
import type { WatchedSettings } from './watched.ts'

/** The public part of the configuration; the page reads it before sign-in. */
export const productConfigRoutes =
  ({ config }: Pick<AppDeps, 'config'>, settings: Pick<WatchedSettings, 'current'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/config',
      {
        config: { audience: 'anyone' },
        schema: {
          tags: ['Seguimiento público'],
          summary: 'Configuración que la página necesita',
          response: { 200: productConfigResponse },
        },
      },
      async () => ({
        tileUrl: config.tileUrl,
        supportEmail: config.supportEmail,
        timezone: config.timezone,
        registration: settings.current().registration,
      }),
    )
  }
