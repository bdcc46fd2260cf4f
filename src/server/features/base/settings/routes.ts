import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import type { WatchedSettings } from './watched.ts'

/** The public part of the configuration; the page reads it before sign-in. */
export const productConfigRoutes =
  ({ config }: Pick<AppDeps, 'config'>, settings: Pick<WatchedSettings, 'current'>): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/config', async () => ({
      tileUrl: config.tileUrl,
      supportEmail: config.supportEmail,
      timezone: config.timezone,
      registration: settings.current().registration,
      deskIdleMinutes: settings.current().deskIdleMinutes,
    }))
  }
