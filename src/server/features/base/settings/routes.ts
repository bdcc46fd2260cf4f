import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { mapTilesOf } from './tiles.ts'
import type { WatchedSettings } from './watched.ts'

/** The public part of the configuration; the page reads it before sign-in. */
export const productConfigRoutes =
  (
    { config, tileArchive }: Pick<AppDeps, 'config' | 'tileArchive'>,
    settings: Pick<WatchedSettings, 'current'>,
  ): FastifyPluginAsync =>
  async (app) => {
    const tiles = mapTilesOf(config, tileArchive)
    route(app, 'GET /api/config', async () => ({
      tiles,
      supportEmail: config.supportEmail,
      timezone: config.timezone,
      registration: settings.current().registration,
      deskIdleMinutes: settings.current().deskIdleMinutes,
    }))
  }
