import type { MessageWords } from '#contract/http/messages'

const minutesText = (n: number): string => `${n} ${n === 1 ? 'minuto' : 'minutos'}`

/** What a whole request is answered with. */
export const ANSWERS = {
  unauthorized: 'No autorizado',
  operators_only: 'Esta función es para operadores.',
  supervisors_only: 'Esta función es para supervisores.',
  own_operations_only: 'Solo puede iniciar operaciones propias.',
  own_steps_only: 'Solo puede registrar pasos de su propia operación.',
  premium_required: 'Función premium no disponible',
  foreign_origin: 'La solicitud viene de otro sitio y fue rechazada.',
  rate_limited: 'Demasiados intentos. Espere un momento y vuelva a intentarlo.',
  turn_wait: 'Ya hay varias consultas como esta en curso. Espere unos segundos y vuelva a intentarlo.',
  download_wait:
    'Ya se está descargando otro archivo con esta cuenta. Espere a que termine y vuelva a intentarlo.',
  login_wait: ({ minutes }) =>
    `Demasiados intentos fallidos. Espere ${minutesText(minutes)} y vuelva a intentarlo.`,
  login_wait_unknown_device: ({ minutes }) =>
    `Demasiados intentos fallidos con este usuario desde dispositivos desconocidos. Espere ${minutesText(minutes)}, o entre desde un teléfono o equipo con el que ya haya entrado.`,
  data_invalid: 'Datos no válidos',
  request_invalid: 'La solicitud no es válida.',
  too_large: 'Los datos enviados son demasiado grandes.',
  json_expected: 'Se espera un cuerpo JSON.',
  json_invalid: 'El cuerpo de la solicitud no es JSON válido.',
  not_found: 'No se encontró lo que busca.',
  operation_not_found: 'No se encontró la operación.',
  operator_not_found: 'No se encontró el operador.',
  supervisor_not_found: 'No se encontró el supervisor.',
  user_not_found: 'No se encontró el usuario.',
  report_not_found: 'No se encontró el reporte.',
  container_not_found: 'No se encontró información para este contenedor',
  invitation_not_found: 'La invitación no es válida o ya venció. Pida a su supervisor un enlace nuevo.',
  link_not_found: 'No se encontró el enlace.',
  alert_not_found: 'No se encontró el aviso.',
  alert_rule_not_found: 'No se encontró la regla.',
  contract_not_found: 'No se encontró el acuerdo.',
  evidence_not_found: 'No se encontró el expediente.',
  database_silent: 'La base de datos no responde.',
  database_read_only: 'La base de datos no acepta escrituras.',
  thread_blocked: ({ seconds }) =>
    `El servidor acaba de estar ocupado ${seconds} segundos sin atender a nadie.`,
  unavailable: 'El servicio no está disponible por el momento. Intente de nuevo.',
  disk_full:
    'El disco del servidor está lleno y no se pudo guardar. Avise al administrador; los pasos quedan en el teléfono y se envían solos.',
  busy: 'Hay muchas solicitudes en este momento. Espere unos segundos y vuelva a intentarlo.',
  internal: 'Ocurrió un error en el servidor. Intente de nuevo.',
  maintenance: 'Estamos dando mantenimiento a Acarreo. Volvemos en unos minutos; lo registrado está a salvo.',
} satisfies Partial<MessageWords>
