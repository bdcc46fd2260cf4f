import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { idleEndOf } from '#domain/account/idle'
import type { Owed } from '#domain/account/owed'
import type { AppDeps } from './deps.ts'
import { auditRoutes } from './features/base/audit/routes.ts'
import { entitlementRoutes } from './features/base/entitlements/routes.ts'
import { premiumReader } from './features/base/entitlements/service.ts'
import { mailRoutes } from './features/base/mails/routes.ts'
import { adminSettingsRoutes } from './features/base/settings/admin-routes.ts'
import { productConfigRoutes } from './features/base/settings/routes.ts'
import { tileRoutes } from './features/base/settings/tile-routes.ts'
import { onChangeOf, type WatchedSettings } from './features/base/settings/watched.ts'
import { adminRoutes } from './features/console/admin/routes.ts'
import { adminSessionRoutes } from './features/console/admin/session-routes.ts'
import { memoryRoutes } from './features/console/backups/routes.ts'
import { usageRoutes } from './features/console/usage/routes.ts'
import { alertRoutes } from './features/desk/alerts/routes.ts'
import { detentionRoutes } from './features/desk/detention/routes.ts'
import { settlementRoutes } from './features/desk/detention/settlement-routes.ts'
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
import { owedByUser } from './features/people/accounts/owed.ts'
import { accountRoutes } from './features/people/accounts/routes.ts'
import { callerSource } from './features/people/accounts/sessions.ts'
import { confirmationRoutes, ownEmailRoutes } from './features/people/email/routes.ts'
import { invitationRoutes, publicInvitationRoutes } from './features/people/operators/invitation-routes.ts'
import { registerInvited } from './features/people/operators/invitations.ts'
import { operatorRoutes } from './features/people/operators/routes.ts'
import { ownAccountRoutes } from './features/people/own-account/routes.ts'
import { passkeyRoutes } from './features/people/passkeys/routes.ts'
import { recoveryRoutes } from './features/people/recovery/routes.ts'
import { adminSecondFactorRoutes, secondFactorRoutes } from './features/people/second-factor/routes.ts'
import { forecastRoutes } from './features/public/forecast/routes.ts'
import { createForecasts } from './features/public/forecast/service.ts'
import { linkRoutes } from './features/public/links/routes.ts'
import { countLinkViews } from './features/public/links/views.ts'
import { trackingPage } from './features/public/tracking/page-routes.ts'
import { trackingRoutes } from './features/public/tracking/routes.ts'
import { createOutlooks } from './features/public/tracking/service.ts'
import { alsoAsMessage, privateAnswer, unstoredAnswer } from './http/answer/error-handler.ts'
import type { AdminTries } from './http/caller/admin-guard.ts'
import type { AdminKey } from './http/caller/admin-key.ts'
import { installAdminSessions } from './http/caller/admin-session.ts'
import { identifyCallers } from './http/caller/session.ts'
import { createMissLimit } from './http/limits/miss-limit.ts'
import type { SignedIn } from './identity/caller.ts'
import { createBoard } from './live/board.ts'
import { createCallers } from './live/callers.ts'
import type { HeardDrivers } from './live/heard.ts'
import { createPlaceMemory } from './live/place-memory.ts'
import { liveRoutes } from './live/routes.ts'
import { tellTo } from './log/tell.ts'
import { createUsualTimes } from './record/read/durations.ts'
import { activeReads } from './record/read/operations.ts'

/** What the scopes need beside the parts of every feature. */
export interface Shared {
  heard: HeardDrivers
  key: AdminKey
  maintenance: { isOn(): boolean; onChange: WatchedSettings['onChange'] }
  /** What an account has to do first. */
  owed: (signedIn: SignedIn) => Owed | null
  settings: WatchedSettings
  tries: AdminTries
}

type Routes = FastifyPluginAsync | FastifyPluginAsyncZod

/** Routes with hooks of their own; each declares who may call it. */
async function scope(
  app: FastifyInstance,
  prepare: (inner: FastifyInstance) => Promise<void> | void,
  routes: readonly Routes[],
): Promise<void> {
  await app.register(async (inner) => {
    await prepare(inner)
    for (const some of routes) await inner.register(some as FastifyPluginAsync)
  })
}

/** Registers every route of the API and of the pages made here, by the session that a request can have. */
export async function registerScopes(
  app: FastifyInstance,
  deps: AppDeps,
  { heard, key, maintenance, owed, settings, tries }: Shared,
): Promise<void> {
  const { pool, vital } = deps.database
  // What a press and the live channel wait for has connections that no other read takes.
  const source = activeReads(vital.orm)
  const couldNotRead = (err: unknown) =>
    tellTo(app.log)('BACKGROUND_FAILED', { err, work: 'leer las operaciones activas' })
  const board = createBoard({ bus: deps.bus, source, onError: couldNotRead })
  // Until it is loaded, the database answers.
  void board.reload().catch(couldNotRead)
  app.addHook('onClose', () => board.close())
  const places = createPlaceMemory({
    bus: deps.bus,
    read: (scope) => listPlaces(vital.orm, scope),
    version: (scope) => placesVersion(vital.orm, scope),
  })
  app.addHook('onClose', async () => places.close())
  const callers = createCallers({
    bus: deps.bus,
    source: callerSource(vital.orm),
    owes: (signedIn) => owed(signedIn) !== null,
    isIdle: ({ caller: { role }, activeAt }, now) =>
      now >= (idleEndOf({ role, activeAt }, settings.current().deskIdleMinutes) ?? Number.POSITIVE_INFINITY),
    onError: (err) => tellTo(app.log)('BACKGROUND_FAILED', { err, work: 'confirmar las sesiones en uso' }),
  })
  app.addHook('onClose', () => callers.close())
  const owedByAccount = owedByUser(vital.orm, () => settings.current().supervisorSecondFactor)
  const views = countLinkViews({
    ...deps,
    onError: (err) => tellTo(app.log)('BACKGROUND_FAILED', { err, work: 'anotar quién abrió enlaces' }),
  })
  app.addHook('onClose', () => views.close())
  const usualTimesOf = createUsualTimes(deps)
  const forecasts = createForecasts(deps, usualTimesOf)
  const outlook = createOutlooks(deps, { forecasts, places, usualTimesOf })
  const { publicOrigin } = deps.config
  const accounts = { sessions: callers, secrets: deps.sessionSecrets, clock: deps.clock, publicOrigin }
  const misses = createMissLimit(deps.rateLimits.missOfAddress)

  // The supervisor of an operation is known here; anybody may come.
  const tracking = async (inner: FastifyInstance): Promise<void> => {
    await identifyCallers(inner, accounts)
    misses.limit(inner)
    inner.addHook('onSend', unstoredAnswer)
  }
  await scope(app, tracking, [
    trackingRoutes(deps, { views, outlook }),
    trackingPage(deps, { views, outlook, maintenance }),
    evidencePages(deps, { views, maintenance }),
  ])

  const open = (inner: FastifyInstance): void => {
    misses.limit(inner)
    inner.addHook('onSend', unstoredAnswer)
  }
  await scope(app, open, [publicInvitationRoutes(deps), recoveryRoutes(deps), confirmationRoutes(deps)])

  await scope(app, (same) => void same.addHook('onSend', privateAnswer), [
    productConfigRoutes(deps, settings),
  ])

  const signedIn = async (inner: FastifyInstance): Promise<void> => {
    await identifyCallers(inner, accounts)
    inner.addHook('onSend', unstoredAnswer)
  }
  await scope(app, signedIn, [
    accountRoutes(deps, registerInvited, owedByAccount),
    ownEmailRoutes(deps),
    ownAccountRoutes(deps),
    passkeyRoutes(deps, owedByAccount),
    secondFactorRoutes(deps),
    entitlementRoutes(deps),
    tileRoutes(deps),
    placeRoutes(deps, places),
    operationRoutes(deps, board, places, heard),
    boardRoutes(deps, board, usualTimesOf),
    guideRoutes(deps, usualTimesOf),
    forecastRoutes(forecasts),
    linkRoutes(deps, views),
    historyRoutes(deps, places),
    operatorRoutes(deps),
    kpiRoutes(deps),
    reportRoutes(deps),
    alertRoutes(deps, usualTimesOf),
    detentionRoutes(deps),
    settlementRoutes(deps),
    evidenceRoutes(deps),
    evidenceLinkRoutes(deps, views),
    invitationRoutes(deps),
    liveRoutes({
      db: vital.orm,
      pool: vital.pool,
      clock: deps.clock,
      bus: deps.bus,
      publicOrigin,
      channelsPerAccount: deps.config.liveChannels,
      rateLimits: deps.rateLimits,
      sessions: callers,
      read: premiumReader(vital.orm),
      maintenance,
      onAdmission: onChangeOf(settings, ({ supervisorSecondFactor }) => supervisorSecondFactor),
    }),
  ])

  const administrator = async (inner: FastifyInstance): Promise<void> => {
    await installAdminSessions(inner, { pool, secrets: deps.sessionSecrets, publicOrigin })
    inner.addHook('onSend', unstoredAnswer)
    inner.addHook('preSerialization', alsoAsMessage)
  }
  await scope(app, administrator, [
    adminSessionRoutes(deps, { key, tries }),
    adminSecondFactorRoutes(deps),
    adminRoutes(deps),
    adminSettingsRoutes(deps),
    usageRoutes(deps),
    auditRoutes(deps),
    mailRoutes(deps),
    memoryRoutes(deps, { board, source }),
  ])
}
