import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isFull } from '#embedded-postgres/disk-space'
import type { AppDeps, AppParts } from './deps.ts'
import { auditRoutes } from './features/base/audit/routes.ts'
import { installTrail } from './features/base/audit/trail.ts'
import { entitlementRoutes } from './features/base/entitlements/routes.ts'
import { premiumReader } from './features/base/entitlements/service.ts'
import { adminSettingsRoutes } from './features/base/settings/admin-routes.ts'
import { productConfigRoutes } from './features/base/settings/routes.ts'
import { watchSettings } from './features/base/settings/watched.ts'
import { adminRoutes } from './features/console/admin/routes.ts'
import { adminSessionRoutes } from './features/console/admin/session-routes.ts'
import { memoryRoutes } from './features/console/memory/routes.ts'
import { alertRoutes } from './features/desk/alerts/routes.ts'
import { detentionRoutes } from './features/desk/detention/routes.ts'
import { evidenceLinkRoutes } from './features/desk/evidence/link-routes.ts'
import { evidencePages } from './features/desk/evidence/page-routes.ts'
import { evidenceRoutes } from './features/desk/evidence/routes.ts'
import { historyRoutes } from './features/desk/history/routes.ts'
import { kpiRoutes } from './features/desk/kpis/routes.ts'
import { reportRoutes } from './features/desk/reports/routes.ts'
import { boardRoutes } from './features/driver/operations/board-routes.ts'
import { guideRoutes } from './features/driver/operations/guide-routes.ts'
import { operationRoutes } from './features/driver/operations/routes.ts'
import { listPlaces, placesVersion } from './features/driver/places/queries.ts'
import { placeRoutes } from './features/driver/places/routes.ts'
import { accountRoutes } from './features/people/accounts/routes.ts'
import { callerSource } from './features/people/accounts/sessions.ts'
import { confirmationRoutes, ownEmailRoutes } from './features/people/email/routes.ts'
import { invitationRoutes, publicInvitationRoutes } from './features/people/operators/invitation-routes.ts'
import { registerInvited } from './features/people/operators/invitations.ts'
import { operatorRoutes } from './features/people/operators/routes.ts'
import { ownAccountRoutes } from './features/people/own-account/routes.ts'
import { passkeyRoutes } from './features/people/passkeys/routes.ts'
import { recoveryRoutes } from './features/people/recovery/routes.ts'
import { showSecondFactor } from './features/people/second-factor/judge.ts'
import { adminSecondFactorRoutes, secondFactorRoutes } from './features/people/second-factor/routes.ts'
import { forecastRoutes } from './features/public/forecast/routes.ts'
import { createForecasts } from './features/public/forecast/service.ts'
import { linkRoutes } from './features/public/links/routes.ts'
import { countLinkViews } from './features/public/links/views.ts'
import { trackingPage } from './features/public/tracking/page-routes.ts'
import { trackingRoutes } from './features/public/tracking/routes.ts'
import { createOutlooks } from './features/public/tracking/service.ts'
import { adminGuard, adminTries } from './http/admin-guard.ts'
import { adminKey } from './http/admin-key.ts'
import { installAdminSessions } from './http/admin-session.ts'
import { installAfterAnswer } from './http/after-answer.ts'
import { installPromptClose } from './http/closing.ts'
import { alsoAsMessage, installErrorHandler, privateAnswer, unstoredAnswer } from './http/error-handler.ts'
import { installHealth } from './http/health.ts'
import { installHostCheck } from './http/host.ts'
import { installMaintenance } from './http/maintenance.ts'
import { installMetrics, installMetricsRoute } from './http/metrics.ts'
import { createMissLimit } from './http/miss-limit.ts'
import { installOpenApi } from './http/openapi.ts'
import { installOriginCheck } from './http/origin.ts'
import { installPage } from './http/page.ts'
import { createRequestLimit } from './http/request-limit.ts'
import { installRequestLog } from './http/request-log.ts'
import { adminTrace } from './http/request-trace.ts'
import { enforceAudiences } from './http/route-audience.ts'
import { installSecurityHeaders } from './http/security-headers.ts'
import { identifyCallers } from './http/session.ts'
import { installSlowClients } from './http/slow-clients.ts'
import { visitorTrace } from './identity/trail.ts'
import { createBoard } from './live/board.ts'
import { createCallers } from './live/callers.ts'
import { installBus } from './live/counted-bus.ts'
import { createPlaceMemory } from './live/place-memory.ts'
import { liveRoutes } from './live/routes.ts'
import { loggerOptions } from './log.ts'
import { watchProcess } from './process-metrics.ts'
import { activeReads } from './record/read/operations.ts'

const BODY_LIMIT_BYTES = 64 * 1024

// Messages for schemas that have none of their own.
z.config(z.locales.es())

/** Composes the whole server from its parts, not yet listening. Tests inject requests into it. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(parts.config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: parts.config.trustProxy,
    // An idle keep-alive connection must not delay a shutdown.
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  })
  app.setValidatorCompiler(validatorCompiler)
  // Presenters choose the fields; serialising by schema as well would double the time.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  const isDiskFull = parts.config.databaseUrl === null ? () => isFull(parts.config.dataDir) : null
  installErrorHandler(app, { isDiskFull: isDiskFull ?? (() => false) })
  installRequestLog(app)
  installPromptClose(app)
  installSlowClients(app)
  const metrics = installMetrics(app)
  const deps: AppDeps = {
    ...parts,
    bus: installBus(app, parts.bus),
    afterAnswer: installAfterAnswer(app),
    trail: installTrail(app, { db: parts.database.orm, clock: parts.clock }),
  }
  watchProcess(metrics, deps)

  installSecurityHeaders(app, deps.config)
  installHostCheck(app, deps.config.publicOrigin)
  installOriginCheck(app, deps.config.publicOrigin)
  const settings = await watchSettings({
    db: deps.database.orm,
    bus: deps.bus,
    onError: (err) => app.log.error({ err }, 'settings could not be read'),
  })
  app.addHook('onClose', async () => settings.stop())
  const maintenance = {
    isOn: () => settings.current().maintenanceMode,
    onChange: settings.onChange,
  }
  installMaintenance(app, maintenance.isOn)
  const source = activeReads(deps.database.orm)
  const couldNotRead = (err: unknown) => app.log.error({ err }, 'operation board could not be read')
  const board = createBoard({ bus: deps.bus, source, onError: couldNotRead })
  // Until it is loaded, the database answers.
  void board.reload().catch(couldNotRead)
  app.addHook('onClose', () => board.close())
  const places = createPlaceMemory({
    bus: deps.bus,
    read: (scope) => listPlaces(deps.database.orm, scope),
    version: (scope) => placesVersion(deps.database.orm, scope),
  })
  app.addHook('onClose', async () => places.close())
  const callers = createCallers({
    bus: deps.bus,
    source: callerSource(deps.database.orm),
    onError: (err) => app.log.error({ err }, 'callers could not be confirmed'),
  })
  app.addHook('onClose', () => callers.close())
  const key = adminKey(deps.adminKey, deps.sessionSecret)
  const tries = adminTries(deps.rateLimits.failedAdminLoginOfAddress, key, {
    secondFactor: (code, address) =>
      showSecondFactor(
        deps,
        { account: null, trace: adminTrace({ ip: address }) },
        { code, triesOf: 'admin' },
      ),
    onFailure: (address, action) => deps.trail.record(visitorTrace(address), { action }),
  })
  enforceAudiences(app, {
    administrator: adminGuard({ clock: deps.clock, key, tries }),
    clock: deps.clock,
    countRequest: createRequestLimit(deps.config.requestsPerMinute),
    rateLimits: deps.rateLimits,
  })
  await installOpenApi(app)
  installHealth(app, {
    pool: deps.database.pool,
    reader: deps.database.reader,
    isDiskFull,
    redis: () => (deps.config.redisUrl === null ? 'none' : deps.bus.healthy() ? 'ok' : 'away'),
  })
  installMetricsRoute(app, tries, deps.scrapeAll)
  const views = countLinkViews({
    ...deps,
    onError: (err) => app.log.error({ err }, 'views of links could not be stored'),
  })
  app.addHook('onClose', () => views.close())
  const forecasts = createForecasts(deps)
  const accounts = { sessions: callers, secret: deps.sessionSecret, clock: deps.clock }
  const misses = createMissLimit(deps.rateLimits.missOfAddress)
  await app.register(async (tracking) => {
    // The supervisor of an operation is known here; anybody may come.
    await identifyCallers(tracking, accounts)
    misses.limit(tracking)
    tracking.addHook('onSend', unstoredAnswer)
    const outlook = createOutlooks(deps, { forecasts, places })
    await tracking.register(trackingRoutes(deps, { views, outlook }))
    await tracking.register(trackingPage(deps, { views, outlook, maintenance }))
    await tracking.register(evidencePages(deps, { views, maintenance }))
  })
  await app.register(async (open) => {
    misses.limit(open)
    open.addHook('onSend', unstoredAnswer)
    await open.register(publicInvitationRoutes(deps))
    await open.register(recoveryRoutes(deps))
    await open.register(confirmationRoutes(deps))
  })
  await app.register(async (same) => {
    same.addHook('onSend', privateAnswer)
    await same.register(productConfigRoutes(deps, settings))
  })
  await app.register(async (signedIn) => {
    await identifyCallers(signedIn, accounts)
    signedIn.addHook('onSend', unstoredAnswer)
    await signedIn.register(accountRoutes(deps, registerInvited))
    await signedIn.register(ownEmailRoutes(deps))
    await signedIn.register(ownAccountRoutes(deps))
    await signedIn.register(passkeyRoutes(deps))
    await signedIn.register(secondFactorRoutes(deps))
    await signedIn.register(entitlementRoutes(deps))
    await signedIn.register(placeRoutes(deps))
    await signedIn.register(operationRoutes(deps, board, places))
    await signedIn.register(boardRoutes(deps, board))
    await signedIn.register(guideRoutes(deps))
    await signedIn.register(forecastRoutes(forecasts))
    await signedIn.register(linkRoutes(deps, views))
    await signedIn.register(historyRoutes(deps, places))
    await signedIn.register(operatorRoutes(deps))
    await signedIn.register(kpiRoutes(deps))
    await signedIn.register(reportRoutes(deps))
    await signedIn.register(alertRoutes(deps))
    await signedIn.register(detentionRoutes(deps))
    await signedIn.register(evidenceRoutes(deps))
    await signedIn.register(evidenceLinkRoutes(deps, views))
    await signedIn.register(invitationRoutes(deps))
    await signedIn.register(
      liveRoutes({
        db: deps.database.orm,
        pool: deps.database.pool,
        clock: deps.clock,
        bus: deps.bus,
        publicOrigin: deps.config.publicOrigin,
        channelsPerAccount: deps.config.liveChannels,
        rateLimits: deps.rateLimits,
        sessions: callers,
        read: premiumReader(deps.database.orm),
        maintenance,
      }),
    )
  })
  await app.register(async (admin) => {
    await installAdminSessions(admin, { pool: deps.database.pool, secret: deps.sessionSecret })
    admin.addHook('onSend', unstoredAnswer)
    admin.addHook('preSerialization', alsoAsMessage)
    await admin.register(adminSessionRoutes(deps, { key, tries }))
    await admin.register(adminSecondFactorRoutes(deps))
    await admin.register(adminRoutes(deps))
    await admin.register(adminSettingsRoutes(deps))
    await admin.register(auditRoutes(deps))
    await admin.register(memoryRoutes(deps, { board, source }))
  })
  await installPage(app, deps.config)
  return app
}
