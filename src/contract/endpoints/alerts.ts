import {
  alertResponse,
  alertRuleRequest,
  alertRuleResponse,
  alertRulesResponse,
  alertsQuery,
  alertsResponse,
  changedAlertsResponse,
  endPushRequest,
  firedResponse,
  handleAlertRequest,
  handleAlertsRequest,
  pushKeyResponse,
  pushSubscriptionRequest,
  quietHours,
  seenAlertsRequest,
  tryRuleRequest,
} from '../http/desk/alerts.ts'
import { endpointsOf } from './endpoint.ts'
import { byId } from './params.ts'

export const alertsEndpoints = endpointsOf(
  { tag: 'Avisos', audience: 'supervisor', feature: 'realTimeInfo', cost: 'light' },
  {
    'GET /api/alerts': {
      cost: 'read',
      summary: 'Avisos abiertos, y los cerrados de los últimos días, por páginas',
      query: alertsQuery,
      answer: alertsResponse,
      tagged: true,
    },
    'POST /api/alerts/handle': {
      summary: 'Atender varios avisos: confirmar, anotar, asignar o posponer; responde con los que cambiaron',
      body: handleAlertsRequest,
      answer: changedAlertsResponse,
    },
    'POST /api/alerts/seen': {
      summary: 'Decir que alguien vio estos avisos; responde con los que nadie había visto',
      body: seenAlertsRequest,
      answer: changedAlertsResponse,
    },
    'PUT /api/alerts/:id': {
      summary: 'Atender un aviso: confirmar, anotar, asignar o posponer',
      params: byId,
      body: handleAlertRequest,
      answer: alertResponse,
      errors: [404],
    },
    'GET /api/alert-rules': {
      cost: 'figures',
      summary: 'Reglas, y cuántos avisos habría dado cada una en los últimos 28 días',
      answer: alertRulesResponse,
    },
    'POST /api/alert-rules/try': {
      cost: 'figures',
      summary: 'Cuántos avisos habría dado una regla en los últimos 28 días',
      body: tryRuleRequest,
      answer: firedResponse,
    },
    'POST /api/alert-rules': {
      summary: 'Agregar una regla',
      body: alertRuleRequest,
      answer: alertRuleResponse,
      status: 201,
      errors: [409],
    },
    'PUT /api/alert-rules/:id': {
      summary: 'Cambiar una regla',
      params: byId,
      body: alertRuleRequest,
      answer: alertRuleResponse,
      errors: [404],
    },
    'DELETE /api/alert-rules/:id': {
      summary: 'Quitar una regla',
      params: byId,
      errors: [404, 409],
    },
    'GET /api/quiet-hours': {
      summary: 'Horas en que las notificaciones esperan',
      answer: quietHours,
    },
    'PUT /api/quiet-hours': {
      summary: 'Cambiar las horas en que las notificaciones esperan',
      body: quietHours,
      answer: quietHours,
    },
    'GET /api/push-key': {
      summary: 'Clave pública con la que un navegador se suscribe a las notificaciones',
      answer: pushKeyResponse,
    },
    'POST /api/push-subscriptions': {
      summary: 'Notificar a este navegador mientras dure la sesión',
      body: pushSubscriptionRequest,
      errors: [409, 422],
    },
    'POST /api/push-subscriptions/end': {
      summary: 'Dejar de notificar a un navegador',
      body: endPushRequest,
    },
  },
)
