import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { owedBy } from '#domain/account/owed'
import { isFull } from '#embedded-postgres/disk-space'
import type { AppDeps, AppParts } from './deps.ts'
import { installTrail } from './features/base/audit/trail.ts'
import { watchSettings } from './features/base/settings/watched.ts'
import { countUsage } from './features/console/usage/counter.ts'
import { watchUsage } from './features/console/usage/routes.ts'
import { showSecondFactor } from './features/people/second-factor/judge.ts'
import { installAfterAnswer } from './http/answer/after-answer.ts'
import { installErrorHandler } from './http/answer/error-handler.ts'
import { parseModestJson } from './http/answer/modest-json.ts'
import { installPage } from './http/answer/page.ts'
import { installSecurityHeaders } from './http/answer/security-headers.ts'
import { adminGuard, adminTries } from './http/caller/admin-guard.ts'
import { adminKey } from './http/caller/admin-key.ts'
import { installOriginCheck } from './http/caller/origin.ts'
import { installPromptClose } from './http/closing.ts'
import { createRequestLimit, limitFiles } from './http/limits/request-limit.ts'
import { closingInTurns, installSlowClients } from './http/limits/slow-clients.ts'
import { installMaintenance } from './http/maintenance.ts'
import { installHostCheck } from './http/network/host.ts'
import { warnOfUntrustedProxy } from './http/network/untrusted-proxy.ts'
import { installOpenApi } from './http/openapi/openapi.ts'
import { enforceAudiences } from './http/route-audience.ts'
import { installEventLoopWatch } from './http/watch/event-loop.ts'
import { installHealth } from './http/watch/health.ts'
import { installMetrics, installMetricsRoute } from './http/watch/metrics.ts'
import { installRequestLog } from './http/watch/request-log.ts'
import { adminTrace } from './http/watch/request-trace.ts'
import type { SignedIn } from './identity/caller.ts'
import { visitorTrace } from './identity/trail.ts'
import { installPostman } from './jobs/postman.ts'
import { installBus } from './live/bus/counted.ts'
import { createHeardDrivers } from './live/heard.ts'
import { createLog, logOfRequest } from './log/logger.ts'
import { tellTo } from './log/tell.ts'
import { watchBudget, watchProcess, watchState } from './process-metrics.ts'
import { registerScopes } from './scopes.ts'

const BODY_LIMIT_BYTES = 64 * 1024

// Messages for schemas that have none of their own.
z.config(z.locales.es())

/** Composes the whole server from its parts, not yet listening. Tests inject requests into it. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: (parts.log ?? createLog(parts.config)) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: parts.config.trustProxy,
    // An idle keep-alive connection must not delay a shutdown.
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: closingInTurns(),
    childLoggerFactory: logOfRequest,
  })
  app.setValidatorCompiler(validatorCompiler)
  // Presenters choose the fields; serialising by schema as well would double the time.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  const isDiskFull = parts.config.databaseUrl === null ? () => isFull(parts.config.dataDir) : null
  parseModestJson(app)
  const eventLoop = installEventLoopWatch(app)
  installErrorHandler(app, { isDiskFull: isDiskFull ?? (() => false) })
  installRequestLog(app)
  installPromptClose(app)
  installSlowClients(app)
  const metrics = installMetrics(app)
  const postman = installPostman(app, parts)
  const deps: AppDeps = {
    ...parts,
    bus: installBus(app, parts.bus),
    postman,
    afterAnswer: installAfterAnswer(app),
    trail: installTrail(app, { db: parts.database.orm, clock: parts.clock }),
  }
  watchProcess(metrics, deps)
  countUsage(app, {
    ...deps,
    onError: (err) => tellTo(app.log)('BACKGROUND_FAILED', { err, work: 'guardar el uso de cada cuenta' }),
  })
  watchUsage(metrics, deps)

  installSecurityHeaders(app, deps.config)
  limitFiles(app, deps.config.requestsPerMinute)
  if (deps.config.publicOrigin?.startsWith('https:')) warnOfUntrustedProxy(app)
  installHostCheck(app, deps.config.publicOrigin)
  installOriginCheck(app, deps.config.publicOrigin)
  const settings = await watchSettings({
    db: deps.database.orm,
    bus: deps.bus,
    onError: (err) => tellTo(app.log)('BACKGROUND_FAILED', { err, work: 'leer los ajustes' }),
  })
  app.addHook('onClose', async () => settings.stop())
  const maintenance = {
    isOn: () => settings.current().maintenanceMode,
    onChange: settings.onChange,
  }
  installMaintenance(app, maintenance.isOn)
  const heard = createHeardDrivers({
    ...deps,
    database: { ...deps.database, ...deps.database.vital },
    onError: (err) =>
      tellTo(app.log)('BACKGROUND_FAILED', { err, work: 'guardar cuándo hubo señal de los choferes' }),
  })
  app.addHook('onClose', () => heard.close())
  const key = adminKey(deps.adminKey, deps.sessionSecrets)
  const { failedAdminLoginOfAddress: ofAddress, failedAdminLoginOfDevice: ofDevice } = deps.rateLimits
  const tries = adminTries({ ofAddress, ofDevice }, key, {
    secondFactor: (code, { address, device }) =>
      showSecondFactor(
        deps,
        { account: null, trace: adminTrace({ ip: address }) },
        { code, triesOf: device === undefined ? 'admin' : `admin ${device}` },
      ),
    onFailure: (address, action) => deps.trail.record(visitorTrace(address), { action }),
  })
  const owed = ({ caller: { role }, mustChangePassword, hasSecondFactor }: SignedIn) =>
    owedBy({ role, mustChangePassword, hasSecondFactor }, settings.current().supervisorSecondFactor)
  const countStranger = createRequestLimit<string>(deps.config.requestsPerMinute)
  enforceAudiences(app, {
    administrator: adminGuard({ clock: deps.clock, countStranger, key, tries }),
    clock: deps.clock,
    countRequest: createRequestLimit(deps.config.requestsPerMinute),
    countStranger,
    hearDriver: heard.hear,
    isUnderMaintenance: maintenance.isOn,
    owed,
    rateLimits: deps.rateLimits,
  })
  watchBudget(metrics, app.budget)
  await installOpenApi(app)
  const { databaseState } = installHealth(app, {
    pool: deps.database.vital.pool,
    reader: deps.database.reader,
    isDiskFull,
    eventLoop,
    clock: deps.clock,
    redis: () => (deps.config.redisUrl === null ? 'none' : deps.bus.healthy() ? 'ok' : 'away'),
  })
  watchState(metrics, deps, { database: databaseState, isUnderMaintenance: maintenance.isOn })
  installMetricsRoute(app, tries, deps.scrapeAll)
  await registerScopes(app, deps, { heard, key, maintenance, owed, settings, tries })
  await installPage(app, deps.config)
  return app
}
