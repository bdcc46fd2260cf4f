import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  adminUsersResponse,
  changeFeaturesRequest,
  createSupervisorRequest,
  createSupervisorResponse,
  deleteSupervisorResponse,
  setStatusRequest,
  statusResponse,
  supervisorMetricsResponse,
} from '#contract/http/admin'
import { featuresResponse } from '#contract/http/entitlements'
import { errors } from '#contract/http/errors'
import { messageResponse } from '#contract/http/messages'
import { accountId } from '../../../db/limits.ts'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/origin.ts'
import { adminTrace } from '../../../http/request-trace.ts'
import { say } from '../../../text/messages.ts'
import { administerFeatures } from '../../base/entitlements/administration.ts'
import { presentedFeatures } from '../../base/entitlements/service.ts'
import { readSettings } from '../../base/settings/service.ts'
import { deleteAnyOperator } from '../../people/operators/removal.ts'
import { sendResetTo } from '../../people/recovery/service.ts'
import { metricsOf } from './metrics/service.ts'
import { featuresToCome, unknownUser } from './policy.ts'
import { presentOperator, presentSupervisor } from './present.ts'
import { listAllOperators, listSupervisors } from './queries.ts'
import { deleteSupervisor } from './removal.ts'
import { accountOf, createSupervisor, removeSecondFactorOf, setActive } from './service.ts'

const tags = ['Administración']
const config = { audience: 'administrator' } as const
const params = z.object({ id: z.string() })

function idOf(request: { params: z.infer<typeof params> }): number {
  const id = accountId(request.params.id)
  if (id === null) throw unknownUser()
  return id
}

/** Accounts and their entitlements. */
export const adminRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { orm } = deps.database
    app.get(
      '/api/admin/users',
      {
        config,
        schema: { tags, summary: 'Todas las cuentas', response: { 200: adminUsersResponse } },
      },
      async () => {
        const [supervisors, operators, { operatorLimit }] = [
          await listSupervisors(orm),
          await listAllOperators(orm),
          await readSettings(orm),
        ]
        const now = deps.clock.now()
        return {
          supervisors: supervisors.map((row) => presentSupervisor(row, operatorLimit, now)),
          operators: operators.map(presentOperator),
          total: supervisors.length + operators.length,
        }
      },
    )

    app.post(
      '/api/admin/users/:id/status',
      {
        config,
        schema: {
          tags,
          summary: 'Activar o desactivar una cuenta',
          params,
          body: setStatusRequest,
          response: { 200: statusResponse, ...errors(404) },
        },
      },
      async (request) => setActive(deps, adminTrace(request), idOf(request), request.body.active),
    )

    app.get(
      '/api/admin/users/:id/features',
      {
        config,
        schema: {
          tags,
          summary: 'Funciones premium de una cuenta',
          params,
          response: { 200: featuresResponse, ...errors(404) },
        },
      },
      async (request) => {
        const { id } = await accountOf(deps, idOf(request))
        return presentedFeatures(orm, id, deps.clock.now())
      },
    )

    app.post(
      '/api/admin/users/:id/features',
      {
        config,
        schema: {
          tags,
          summary: 'Cambiar funciones premium o el límite de operadores de un supervisor',
          params,
          body: changeFeaturesRequest,
          response: { 200: featuresResponse, ...errors(404, 409) },
        },
      },
      async (request) => {
        const user = await accountOf(deps, idOf(request))
        if (user.role !== 'supervisor') throw featuresToCome()
        return administerFeatures(deps, adminTrace(request), user, request.body.features)
      },
    )

    app.post(
      '/api/admin/create-supervisor',
      {
        config,
        schema: {
          tags,
          summary: 'Crear un supervisor, con su periodo de prueba',
          body: createSupervisorRequest,
          response: { 201: createSupervisorResponse, ...errors(409) },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await createSupervisor(deps, adminTrace(request), request.body)),
    )

    app.post(
      '/api/admin/users/:id/password-reset',
      {
        config,
        schema: {
          tags,
          summary: 'Enviar al correo de una cuenta un enlace para elegir otra contraseña',
          params,
          response: { 200: messageResponse, ...errors(404, 409) },
        },
      },
      async (request) => {
        const { id } = await accountOf(deps, idOf(request))
        const asked = { address: request.ip, origin: provenOrigin(request, deps.config.publicOrigin) }
        return say('reset_sent', await sendResetTo(deps, id, adminTrace(request), asked))
      },
    )

    app.delete(
      '/api/admin/users/:id/second-factor',
      {
        config: { ...config, recentProof: true },
        schema: {
          tags,
          summary: 'Quitar la verificación en dos pasos a quien perdió su teléfono y sus códigos',
          params,
          response: { 200: messageResponse, ...errors(404) },
        },
      },
      async (request) => {
        await removeSecondFactorOf(deps, adminTrace(request), idOf(request))
        return say('second_factor_switched_off')
      },
    )

    app.delete(
      '/api/admin/supervisors/:id',
      {
        config: { ...config, recentProof: true },
        schema: {
          tags,
          summary: 'Eliminar un supervisor con todo lo suyo, que antes se archiva',
          params,
          response: { 200: deleteSupervisorResponse, ...errors(404, 409) },
        },
      },
      async (request) => deleteSupervisor(deps, adminTrace(request), idOf(request)),
    )

    app.delete(
      '/api/admin/operators/:id',
      {
        config: { ...config, recentProof: true },
        schema: {
          tags,
          summary: 'Eliminar un operador; sus operaciones y eventos se conservan',
          params,
          response: { 204: z.null(), ...errors(404, 409) },
        },
      },
      async (request, reply) => {
        await deleteAnyOperator(deps, idOf(request), adminTrace(request))
        return reply.code(204).send(null)
      },
    )

    app.get(
      '/api/admin/supervisor/:id/metrics',
      {
        config,
        schema: {
          tags,
          summary: 'Lo que han registrado los operadores de un supervisor',
          params,
          response: { 200: supervisorMetricsResponse, ...errors(404) },
        },
      },
      async (request) => metricsOf(deps, idOf(request)),
    )
  }
