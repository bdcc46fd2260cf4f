import { z } from 'zod'
import {
  createEvidenceLinkRequest,
  evidenceFileQuery,
  evidenceHash,
  evidenceLinkResponse,
  evidenceLinksQuery,
  evidenceLinksResponse,
  evidenceResponse,
  issueEvidenceRequest,
  sendEvidenceRequest,
} from '../http/desk/evidence.ts'
import { file } from '../http/file.ts'
import { endpointsOf } from './endpoint.ts'
import { byLink } from './params.ts'

export const evidenceEndpoints = endpointsOf(
  { tag: 'Expedientes', audience: 'supervisor', cost: 'light' },
  {
    'POST /api/evidence': {
      feature: 'kpiVisibility',
      cost: 'bulk',
      summary: 'Emitir el expediente de una operación terminada, o del mes de un cliente',
      body: issueEvidenceRequest,
      answer: evidenceResponse,
      errors: [404, 409],
    },
    'GET /api/evidence/:hash/file': {
      feature: 'kpiVisibility',
      cost: 'exports',
      summary: 'Un expediente emitido, como PDF o CSV',
      params: z.object({ hash: evidenceHash }),
      query: evidenceFileQuery,
      answer: file('PDF o CSV, como se pidió', { 'application/pdf': z.file(), 'text/csv': z.string() }),
      errors: [404],
    },
    'GET /api/evidence/links': {
      cost: 'read',
      secret: true,
      feature: 'linkSharing',
      summary: 'Los enlaces a un expediente, de cualquiera de sus versiones',
      query: evidenceLinksQuery,
      answer: evidenceLinksResponse,
      errors: [404],
    },
    'POST /api/evidence/:hash/links': {
      feature: 'linkSharing',
      summary: 'Crear un enlace que abre este expediente sin iniciar sesión',
      params: z.object({ hash: evidenceHash }),
      body: createEvidenceLinkRequest,
      answer: evidenceLinkResponse,
      status: 201,
      errors: [404, 409],
    },
    'POST /api/evidence/:hash/send': {
      feature: 'linkSharing',
      cost: 'bulk',
      summary: 'Enviar la versión más reciente de un expediente por un enlace, y marcarlo como enviado',
      description:
        'El correo queda guardado y sale en seguida; `mail` dice si el servidor de correo ya lo aceptó.',
      params: z.object({ hash: evidenceHash }),
      body: sendEvidenceRequest,
      answer: evidenceLinkResponse,
      status: 201,
      errors: [404, 409, 429],
    },
    'DELETE /api/evidence/links/:linkId': {
      params: byLink,
      feature: 'linkSharing',
      summary: 'Anular un enlace a un expediente',
      errors: [404],
    },
  },
)
