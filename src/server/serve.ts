import { watchedClock } from './adapters/clock.ts'
import { configuredMailer } from './adapters/mailer.ts'
import { argon2Passwords } from './adapters/passwords.ts'
import type { PrimaryLink } from './adapters/primary.ts'
import { keptSecret, secretsOr } from './adapters/secrets.ts'
import { openTileArchive } from './adapters/tile-archive.ts'
import { createWebPush } from './adapters/web-push.ts'
import { buildApp } from './app.ts'
import { watchClock } from './clock-watch.ts'
import type { Config } from './config.ts'
import type { Connection } from './db/connect.ts'
import { connectDatabase, type Talk } from './db/start/open.ts'
import { watchDatabase } from './db/watch.ts'
import type { AppParts } from './deps.ts'
import { ownMetrics } from './http/watch/metrics.ts'
import { startAlertJudge } from './jobs/alert-judge.ts'
import { productJobs } from './jobs/product-jobs.ts'
import { startSchedule } from './jobs/schedule.ts'
import { asLog, createLog } from './log/logger.ts'
import { tellTo } from './log/tell.ts'
import { openBetweenProcesses } from './processes.ts'

/**
 * Connections that wait to be accepted; Linux takes `net.core.somaxconn` at most, 4,096 as well. One that finds no room is
 * tried again by its client after 1, 3 and 7 seconds: with Node's 511, a stranger's thousand connections delayed presses by as much.
 */
const BACKLOG = 4096

export interface Serving {
  /** The bound port. */
  port: number
  /** Answers what is under way, ends the running jobs, and disconnects. */
  stop(): Promise<void>
}

/** Everything that answers requests: a process without a cluster, or one of its workers, which has a `primary`. */
export async function serve(
  config: Config,
  connection: Connection,
  { primary, ...talk }: Talk & { primary?: PrimaryLink },
): Promise<Serving> {
  const { tell } = talk
  const faults = watchDatabase(connection, tell)
  const database = await connectDatabase(connection, config.databaseReadUrls, {
    tell,
    onError: faults.suspect,
  })
  const log = createLog(config, { taken: faults.taken })
  const clock = watchedClock()
  const clockWatch = await watchClock(clock, {
    orm: database.orm,
    tell,
    confirmed: config.clockConfirmed,
    onError: (err) => tellTo(asLog(log))('BACKGROUND_FAILED', { err, work: 'comparar los relojes' }),
  })
  const sessionSecrets = await secretsOr(config.sessionSecrets, config.dataDir, 'session-secret')
  const between = await openBetweenProcesses(config, {
    secret: sessionSecrets[0],
    tell,
    ...(primary && { primary }),
  })
  const tileArchive = config.tileFile === null ? undefined : await openTileArchive(config.tileFile)
  const deps: AppParts = {
    config,
    database,
    clock,
    log,
    passwords: argon2Passwords(),
    mailer: configuredMailer(config, clock, tell),
    webPush: createWebPush({
      privateKey: config.pushKey ?? (await keptSecret(config.dataDir, 'push-key')),
      contact: config.supportEmail,
    }),
    bus: between.bus,
    rateLimits: between.rateLimits,
    sessionSecrets,
    adminKey: config.adminKey ?? (await keptSecret(config.dataDir, 'admin-key')),
    ...(tileArchive && { tileArchive }),
    ...(primary && { scrapeAll: primary.scrapeAll }),
  }
  const app = await buildApp(deps)
  clockWatch.watchMetrics(app.metrics)
  primary?.heard.on('collect', (id) => {
    ownMetrics(app)
      .getMetricsAsJSON()
      .then((families) => primary.send({ kind: 'metrics', id, families }))
      // The primary counts what it knew of this worker before.
      .catch((err: unknown) => tellTo(app.log)('BACKGROUND_FAILED', { err, work: 'reunir las métricas' }))
  })
  const jobDeps = {
    ...deps,
    bus: app.bus,
    afterAnswer: app.afterAnswer,
    postman: app.postman,
    trail: app.trail,
  }
  const alertJudge = startAlertJudge(jobDeps, app.log, app.eventLoop)
  app.metrics.watch('acarreo_alerts_watched', 'Operations whose alerts this process judges.', () =>
    alertJudge.watched(),
  )
  const jobs = productJobs(config)
  app.metrics.expectJobs(jobs.map(({ name }) => name))
  const schedule = startSchedule(jobs, {
    deps: jobDeps,
    log: app.log,
    during: app.eventLoop.during,
    onOutcome: (job, { kind }) => {
      if (kind === 'failed') app.metrics.countJobFailure(job.name)
    },
  })
  async function stop(): Promise<void> {
    await Promise.all([app.close(), schedule.stop(), alertJudge.stop(), clockWatch.stop()])
    await tileArchive?.close()
    faults.stop()
    await between.close()
    await database.close()
  }
  try {
    await app.listen({ port: config.port, host: config.host, backlog: BACKLOG })
  } catch (error) {
    await stop()
    throw error
  }
  const bound = app.server.address()
  return { port: bound !== null && typeof bound === 'object' ? bound.port : config.port, stop }
}
