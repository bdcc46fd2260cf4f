import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/caller/origin.ts'
import { route } from '../../../http/route.ts'
import { adminTrace } from '../../../http/watch/request-trace.ts'
import { say } from '../../../text/messages.ts'
import { administerFeatures } from '../../base/entitlements/administration.ts'
import { presentedFeatures } from '../../base/entitlements/service.ts'
import { readSettings } from '../../base/settings/service.ts'
import { changePhone } from '../../people/accounts/phone.ts'
import { deleteAnyOperator } from '../../people/operators/removal.ts'
import { sendResetTo } from '../../people/recovery/service.ts'
import { metricsOf } from './metrics/service.ts'
import { featuresToCome } from './policy.ts'
import { presentOperator, presentSupervisor } from './present.ts'
import { listAllOperators, listSupervisors } from './queries.ts'
import { deleteSupervisor } from './removal.ts'
import { accountOf, createSupervisor, removeSecondFactorOf, setActive } from './service.ts'

/** Accounts and their entitlements. */
export const adminRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    const { orm } = deps.database
    route(app, 'GET /api/admin/users', async () => {
      const [supervisors, operators, { operatorLimit }] = [
        await listSupervisors(orm),
        await listAllOperators(orm),
        await readSettings(orm),
      ]
      const now = deps.clock.steady()
      return {
        supervisors: supervisors.map((row) => presentSupervisor(row, operatorLimit, now)),
        operators: operators.map(presentOperator),
        total: supervisors.length + operators.length,
      }
    })

    route(app, 'POST /api/admin/users/:id/status', async (request) =>
      setActive(deps, adminTrace(request), request.params.id, request.body.active),
    )

    route(app, 'PUT /api/admin/users/:id/phone', async (request) => {
      await changePhone(deps, request.params.id, request.body.phone ?? null, adminTrace(request))
    })

    route(app, 'GET /api/admin/users/:id/features', async (request) => {
      const { id } = await accountOf(deps, request.params.id)
      return presentedFeatures(orm, id, deps.clock.steady())
    })

    route(app, 'POST /api/admin/users/:id/features', async (request) => {
      const user = await accountOf(deps, request.params.id)
      if (user.role !== 'supervisor') throw featuresToCome()
      return administerFeatures(deps, adminTrace(request), user, request.body.features)
    })

    route(
      app,
      'POST /api/admin/create-supervisor',
      async (request) => await createSupervisor(deps, adminTrace(request), request.body),
    )

    route(app, 'POST /api/admin/users/:id/password-reset', async (request) => {
      const { id } = await accountOf(deps, request.params.id)
      const asked = { address: request.ip, origin: provenOrigin(request, deps.config.publicOrigin) }
      return say('reset_sent', await sendResetTo(deps, id, adminTrace(request), asked))
    })

    route(app, 'DELETE /api/admin/users/:id/second-factor', async (request) => {
      await removeSecondFactorOf(deps, adminTrace(request), request.params.id)
      return say('second_factor_switched_off')
    })

    route(app, 'DELETE /api/admin/supervisors/:id', async (request) =>
      deleteSupervisor(deps, adminTrace(request), request.params.id),
    )

    route(app, 'DELETE /api/admin/operators/:id', async (request) => {
      await deleteAnyOperator(deps, request.params.id, adminTrace(request))
    })

    route(app, 'GET /api/admin/supervisor/:id/metrics', async (request) => metricsOf(deps, request.params.id))
  }
