import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { EMPTY_CACHE } from '../../../http/answer/error-handler.ts'
import { invalid } from '../../../http/answer/problem.ts'
import { createAdminDevices } from '../../../http/caller/admin-device.ts'
import { type AdminTries, wrongAdminKey } from '../../../http/caller/admin-guard.ts'
import type { AdminKey } from '../../../http/caller/admin-key.ts'
import { adminSessionOf, beginAdminSession } from '../../../http/caller/admin-session.ts'
import { route } from '../../../http/route.ts'
import { adminTrace } from '../../../http/watch/request-trace.ts'
import { tellTo } from '../../../log/tell.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'

export interface AdminLogin {
  key: AdminKey
  tries: AdminTries
}

export const adminSessionRoutes =
  (deps: AppDeps, { key, tries }: AdminLogin): FastifyPluginAsync =>
  async (app) => {
    const devices = createAdminDevices(key, deps.sessionSecrets)
    await app.register(async (login) => {
      login.addHook('preSerialization', async (_request, reply, payload) =>
        reply.statusCode < 400
          ? payload
          : { success: false, sessionEstablished: false, ...(payload as object) },
      )
      route(login, 'POST /api/admin/login', async (request, reply) => {
        const { adminKey, code } = request.body
        const passed = await tries({ key: adminKey, code, device: devices.of(request) }, request.ip)
        if (!passed) {
          tellTo(request.log)('ADMIN_KEY_WRONG', { address: request.ip })
          throw wrongAdminKey()
        }
        // The line comes first: no session exists without it.
        await recordAudit(deps.database.orm, adminTrace(request), deps.clock.now(), { action: 'admin_login' })
        await beginAdminSession(request, key, deps.clock.steady())
        devices.remember(request, reply)
        return { success: true, sessionEstablished: true, ...passed }
      })
    })

    route(app, 'POST /api/admin/proof', async (request) => {
      const presented = { key: request.body.adminKey, inSession: true, device: devices.of(request) }
      if (!(await tries(presented, request.ip))) {
        throw invalid([{ path: 'adminKey', ...say('invalid_admin_key') }])
      }
      // Let in by headers, there is no session to note it in.
      const now = deps.clock.steady()
      if (adminSessionOf(request, key, now)) request.session.adminProvenAt = now
      return say('admin_proof_given')
    })

    route(app, 'GET /api/admin/session', async (request) => {
      const found = adminSessionOf(request, key, deps.clock.steady())
      return {
        authenticated: found !== null,
        sessionInfo: found && {
          startedAt: new Date(found.startedAt).toISOString(),
          expiresAt: new Date(found.expiresAt).toISOString(),
        },
      }
    })

    route(app, 'POST /api/admin/logout', async (request, reply) => {
      await request.session.destroy()
      await recordAudit(deps.database.orm, adminTrace(request), deps.clock.now(), {
        action: 'admin_logout',
      })
      reply.headers(EMPTY_CACHE)
      return { ...say('logged_out') }
    })
  }
