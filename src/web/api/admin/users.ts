import type {
  AdminUsersResponse,
  ChangeFeaturesRequest,
  CreateSupervisorRequest,
  DeleteSupervisorResponse,
  StatusResponse,
  SupervisorMetricsResponse,
} from '#contract/http/admin'
import type { FeaturesResponse } from '#contract/http/entitlements'
import { adminQuery, adminRequest } from './request.ts'

const PATH = '/api/admin/users'
const FEATURES_TIMEOUT_MS = 10_000

const featuresPath = (id: number): string => `${PATH}/${id}/features`

export const usersQuery = adminQuery<AdminUsersResponse>(PATH, { retries: 1 })

export const userFeaturesQuery = (id: number) => adminQuery<FeaturesResponse>(featuresPath(id))

export const supervisorMetricsQuery = (id: number) =>
  adminQuery<SupervisorMetricsResponse>(`/api/admin/supervisor/${id}/metrics`, { retries: 1 })

export const changeStatus = (id: number, active: boolean): Promise<StatusResponse> =>
  adminRequest('POST', `${PATH}/${id}/status`, { active })

export const changeFeatures = (
  id: number,
  features: ChangeFeaturesRequest['features'],
): Promise<FeaturesResponse> =>
  adminRequest('POST', featuresPath(id), { features }, { timeoutMs: FEATURES_TIMEOUT_MS })

/** The answer waits for the mail server. */
export const sendReset = (id: number): Promise<{ message: string }> =>
  adminRequest('POST', `${PATH}/${id}/password-reset`)

export const createSupervisor = (form: CreateSupervisorRequest): Promise<unknown> =>
  adminRequest('POST', '/api/admin/create-supervisor', form)

/** Null: what a deleted operator answers. */
export const deleteUser = (
  role: 'supervisor' | 'operator',
  id: number,
): Promise<DeleteSupervisorResponse | null> => adminRequest('DELETE', `/api/admin/${role}s/${id}`)
