import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppDeps } from './deps.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { findAccount } from './features/accounts/service.ts'
import { entitlementRoutes } from './features/entitlements/routes.ts'
import { historyRoutes } from './features/history/routes.ts'
import { kpiRoutes } from './features/kpis/routes.ts'
import { boardRoutes } from './features/operations/board-routes.ts'
import { operationRoutes } from './features/operations/routes.ts'
import { invitationRoutes, publicInvitationRoutes } from './features/operators/invitation-routes.ts'
import { operatorRoutes } from './features/operators/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { productConfigRoutes } from './features/settings/routes.ts'
import { trackingRoutes } from './features/tracking/routes.ts'
import { installPromptClose } from './http/closing.ts'
import { installErrorDoor, privateAnswer } from './http/error-door.ts'
import { installGuards } from './http/guards.ts'
import { installHealth } from './http/health.ts'
import { installOpenApi } from './http/openapi.ts'
import { installOriginCheck } from './http/origin.ts'
import { installPage } from './http/page.ts'
import { installRequestLog } from './http/request-log.ts'
import { installSecurityHeaders } from './http/security-headers.ts'
import { installSessions } from './http/session.ts'
import { liveRoutes } from './live/routes.ts'
import { loggerOptions } from './log.ts'

const BODY_LIMIT_BYTES = 64 * 1024

// Messages that no schema words itself.
z.config(z.locales.es())

/** The whole product on the given parts, not yet listening. Tests inject into it. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(deps.config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: deps.config.trustProxy,
    // An idle keep-alive connection must not hold up a stop.
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  // Presenters decide what goes out, field by field; encoding it against a schema again would cost half the time.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  installErrorDoor(app)
  installRequestLog(app)
  installPromptClose(app)

  await installSecurityHeaders(app, deps.config)
  installOriginCheck(app, deps.config.publicOrigin)
  await installOpenApi(app)
  installHealth(app, deps.database)
  await app.register(async (open) => {
    open.addHook('onSend', privateAnswer)
    await open.register(trackingRoutes(deps))
    await open.register(publicInvitationRoutes(deps))
    await open.register(productConfigRoutes(deps))
  })
  await app.register(async (signedIn) => {
    await installSessions(signedIn, { pool: deps.database.pool, secret: deps.sessionSecret })
    installGuards(signedIn, { clock: deps.clock, findCaller: (id) => findAccount(deps.database.orm, id) })
    signedIn.addHook('onSend', privateAnswer)
    await signedIn.register(accountRoutes(deps))
    await signedIn.register(entitlementRoutes(deps))
    await signedIn.register(operationRoutes(deps))
    await signedIn.register(boardRoutes(deps))
    await signedIn.register(historyRoutes(deps))
    await signedIn.register(operatorRoutes(deps))
    await signedIn.register(kpiRoutes(deps))
    await signedIn.register(reportRoutes(deps))
    await signedIn.register(invitationRoutes(deps))
    await signedIn.register(liveRoutes(deps))
  })
  await installPage(app)
  return app
}
