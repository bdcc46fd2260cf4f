import type { ChangeFeaturesRequest, CreateSupervisorRequest } from '#contract/http/console/admin'
import { adminQuery, adminRequest } from './request.ts'

const FEATURES_TIMEOUT_MS = 10_000

export const usersQuery = adminQuery('GET /api/admin/users', { retries: 1 })

export const userFeaturesQuery = (id: number) =>
  adminQuery('GET /api/admin/users/:id/features', { params: { id } })

export const supervisorMetricsQuery = (id: number) =>
  adminQuery('GET /api/admin/supervisor/:id/metrics', { params: { id }, retries: 1 })

export const changeStatus = (id: number, active: boolean) =>
  adminRequest('POST /api/admin/users/:id/status', { params: { id }, body: { active } })

export const changeFeatures = (id: number, features: ChangeFeaturesRequest['features']) =>
  adminRequest('POST /api/admin/users/:id/features', {
    params: { id },
    body: { features },
    timeoutMs: FEATURES_TIMEOUT_MS,
  })

export const changePhone = (id: number, phone: string) =>
  adminRequest('PUT /api/admin/users/:id/phone', { params: { id }, body: { phone } })

/** The answer waits for the mail server. */
export const sendReset = (id: number) =>
  adminRequest('POST /api/admin/users/:id/password-reset', { params: { id } })

export const createSupervisor = (body: CreateSupervisorRequest) =>
  adminRequest('POST /api/admin/create-supervisor', { body })

/** Null: what a deleted operator answers. */
export const deleteUser = (role: 'supervisor' | 'operator', id: number) =>
  adminRequest(`DELETE /api/admin/${role}s/:id`, { params: { id } })
