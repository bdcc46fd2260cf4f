import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  adminLoginRequest,
  adminLoginResponse,
  adminProofRequest,
  adminSessionResponse,
} from '#contract/http/admin'
import { errors } from '#contract/http/errors'
import { messageResponse } from '#contract/http/messages'
import type { AppDeps } from '../../../deps.ts'
import { type AdminTries, wrongAdminKey } from '../../../http/admin-guard.ts'
import type { AdminKey } from '../../../http/admin-key.ts'
import { adminSessionOf, beginAdminSession } from '../../../http/admin-session.ts'
import { EMPTY_CACHE } from '../../../http/error-handler.ts'
import { invalid } from '../../../http/problem.ts'
import { adminTrace } from '../../../http/request-trace.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'

const tags = ['Administración']

export interface AdminLogin {
  key: AdminKey
  tries: AdminTries
}

export const adminSessionRoutes =
  (deps: AppDeps, { key, tries }: AdminLogin): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/admin/login',
      {
        config: { audience: 'anyone' },
        schema: {
          tags,
          summary:
            'Entrar a la consola; la sesión dura 12 horas. Con verificación en dos pasos, también con `code`',
          body: adminLoginRequest,
          response: { 200: adminLoginResponse, ...errors(401, 429) },
        },
        preSerialization: async (_request, reply, payload) =>
          reply.statusCode < 400
            ? payload
            : { success: false, sessionEstablished: false, ...(payload as object) },
      },
      async (request) => {
        const { adminKey, code } = request.body
        const passed = await tries({ key: adminKey, code }, request.ip)
        if (!passed) {
          request.log.warn({ address: request.ip }, 'wrong administrator key')
          throw wrongAdminKey()
        }
        const now = deps.clock.now()
        // The line comes first: no session exists without it.
        await recordAudit(deps.database.orm, adminTrace(request), now, { action: 'admin_login' })
        await beginAdminSession(request, key, now)
        return { success: true, sessionEstablished: true, ...passed }
      },
    )

    app.post(
      '/api/admin/proof',
      {
        config: { audience: 'administrator' },
        schema: {
          tags,
          summary: 'Dar otra vez la clave: durante diez minutos permite lo que no se puede deshacer',
          body: adminProofRequest,
          response: { 200: messageResponse },
        },
      },
      async (request) => {
        const presented = { key: request.body.adminKey, inSession: true }
        if (!(await tries(presented, request.ip))) {
          throw invalid([{ path: 'adminKey', ...say('invalid_admin_key') }])
        }
        // Let in by headers, there is no session to note it in.
        const now = deps.clock.now()
        if (adminSessionOf(request, key, now)) request.session.adminProvenAt = now
        return say('admin_proof_given')
      },
    )

    app.get(
      '/api/admin/session',
      {
        config: { audience: 'anyone' },
        schema: {
          tags,
          summary: 'Si hay una sesión de administrador, y hasta cuándo',
          response: { 200: adminSessionResponse },
        },
      },
      async (request) => {
        const found = adminSessionOf(request, key, deps.clock.now())
        return {
          authenticated: found !== null,
          sessionInfo: found && {
            startedAt: new Date(found.startedAt).toISOString(),
            expiresAt: new Date(found.expiresAt).toISOString(),
          },
        }
      },
    )

    app.post(
      '/api/admin/logout',
      {
        config: { audience: 'administrator' },
        schema: {
          tags,
          summary: 'Salir de la consola',
          response: { 200: messageResponse },
        },
      },
      async (request, reply) => {
        await request.session.destroy()
        await recordAudit(deps.database.orm, adminTrace(request), deps.clock.now(), {
          action: 'admin_logout',
        })
        reply.headers(EMPTY_CACHE)
        return { ...say('logged_out') }
      },
    )
  }
