import {
  adminLoginRequest,
  adminLoginResponse,
  adminProofRequest,
  adminSessionResponse,
  adminUsersResponse,
  changeFeaturesRequest,
  createSupervisorRequest,
  createSupervisorResponse,
  deleteSupervisorResponse,
  memoryActionResponse,
  setStatusRequest,
  statusResponse,
  supervisorMetricsResponse,
  usageQuery,
  usageResponse,
} from '../http/console/admin.ts'
import { auditExportQuery, auditQuery, auditResponse } from '../http/console/audit.ts'
import {
  mailResponse,
  mailsQuery,
  mailsResponse,
  testMailRequest,
  testMailResponse,
} from '../http/console/mails.ts'
import { settingRequest, settingsResponse } from '../http/console/settings.ts'
import { featuresResponse } from '../http/entitlements.ts'
import { csvFile } from '../http/file.ts'
import { messageResponse } from '../http/messages.ts'
import { changePhoneRequest } from '../http/people/account.ts'
import { endpointsOf } from './endpoint.ts'
import { byId } from './params.ts'

export const adminEndpoints = endpointsOf(
  { tag: 'Administración', audience: 'administrator', cost: 'light' },
  {
    'GET /api/admin/audit': {
      cost: 'figures',
      summary: 'Quién cambió qué, cuándo y desde dónde; lo más reciente primero',
      query: auditQuery,
      answer: auditResponse,
    },
    'GET /api/admin/audit/export': {
      cost: 'exports',
      summary: 'Archivo CSV de la bitácora con los mismos filtros',
      query: auditExportQuery,
      answer: csvFile,
    },
    'GET /api/admin/usage': {
      cost: 'figures',
      summary: 'Lo que cada supervisor y sus operadores piden y guardan; quien más pide, primero',
      query: usageQuery,
      answer: usageResponse,
    },
    'GET /api/admin/settings': {
      summary: 'Ajustes globales y versión',
      answer: settingsResponse,
    },
    'POST /api/admin/settings': {
      summary: 'Cambiar un ajuste; contesta con todos',
      body: settingRequest,
      answer: settingsResponse,
    },
    'POST /api/admin/login': {
      cost: 'accounts',
      audience: 'anyone',
      summary:
        'Entrar a la consola; la sesión dura 12 horas. Con verificación en dos pasos, también con `code`',
      body: adminLoginRequest,
      answer: adminLoginResponse,
      errors: [401],
    },
    'POST /api/admin/proof': {
      summary: 'Dar otra vez la clave: durante diez minutos permite lo que no se puede deshacer',
      body: adminProofRequest,
      answer: messageResponse,
    },
    'GET /api/admin/session': {
      audience: 'anyone',
      summary: 'Si hay una sesión de administrador, y hasta cuándo',
      answer: adminSessionResponse,
    },
    'POST /api/admin/logout': {
      summary: 'Salir de la consola',
      answer: messageResponse,
    },
    'GET /api/admin/users': {
      cost: 'figures',
      summary: 'Todas las cuentas',
      answer: adminUsersResponse,
    },
    'POST /api/admin/users/:id/status': {
      params: byId,
      summary: 'Activar o desactivar una cuenta',
      body: setStatusRequest,
      answer: statusResponse,
      errors: [404],
    },
    'PUT /api/admin/users/:id/phone': {
      params: byId,
      summary: 'Cambiar el teléfono de una cuenta',
      body: changePhoneRequest,
      errors: [404],
    },
    'GET /api/admin/users/:id/features': {
      params: byId,
      summary: 'Funciones premium de una cuenta',
      answer: featuresResponse,
      errors: [404],
    },
    'POST /api/admin/users/:id/features': {
      params: byId,
      summary: 'Cambiar funciones premium o el límite de operadores de un supervisor',
      body: changeFeaturesRequest,
      answer: featuresResponse,
      errors: [404, 409],
    },
    'POST /api/admin/create-supervisor': {
      cost: 'accounts',
      summary: 'Crear un supervisor, con su periodo de prueba',
      body: createSupervisorRequest,
      answer: createSupervisorResponse,
      status: 201,
      errors: [409],
    },
    'POST /api/admin/users/:id/password-reset': {
      params: byId,
      summary: 'Enviar al correo de una cuenta un enlace para elegir otra contraseña',
      answer: messageResponse,
      errors: [404, 409],
    },
    'DELETE /api/admin/users/:id/second-factor': {
      params: byId,
      recentProof: true,
      summary: 'Quitar la verificación en dos pasos a quien perdió su teléfono y sus códigos',
      answer: messageResponse,
      errors: [404],
    },
    'DELETE /api/admin/supervisors/:id': {
      cost: 'bulk',
      params: byId,
      recentProof: true,
      summary: 'Eliminar un supervisor con todo lo suyo, que antes se archiva',
      answer: deleteSupervisorResponse,
      errors: [404, 409],
    },
    'DELETE /api/admin/operators/:id': {
      params: byId,
      recentProof: true,
      summary: 'Eliminar un operador; sus operaciones y eventos se conservan',
      errors: [404, 409],
    },
    'GET /api/admin/supervisor/:id/metrics': {
      cost: 'figures',
      params: byId,
      summary: 'Lo que han registrado los operadores de un supervisor',
      answer: supervisorMetricsResponse,
      errors: [404],
    },
    'GET /api/admin/mails': {
      cost: 'read',
      summary: 'Los correos de los últimos treinta días y qué fue de cada uno; lo más reciente primero',
      query: mailsQuery,
      answer: mailsResponse,
    },
    'POST /api/admin/mails/:id/retry': {
      params: byId,
      summary: 'Volver a intentar en seguida un correo que espera o que no se pudo entregar',
      answer: mailResponse,
      errors: [404, 409],
    },
    'POST /api/admin/mail-test': {
      summary: 'Enviar un correo de prueba; contesta lo que dijo el servidor de correo',
      body: testMailRequest,
      answer: testMailResponse,
    },
    'POST /api/admin/force-backup': {
      cost: 'bulk',
      summary: 'Memoria a base de datos, y un respaldo completo',
      description:
        '`success: false`, sin respaldo, cuando la memoria va adelante de la base; `differences` dice en qué.',
      answer: memoryActionResponse,
      errors: [409],
    },
    'POST /api/admin/force-load': {
      cost: 'bulk',
      summary: 'Base de datos a memoria',
      answer: memoryActionResponse,
    },
    'POST /api/admin/verify-memory': {
      cost: 'bulk',
      summary: 'Comparar la memoria con la base de datos',
      description: '`success: false` cuando difieren; `differences` dice en qué.',
      answer: memoryActionResponse,
    },
  },
)
