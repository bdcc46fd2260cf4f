import type { MessageWords } from '#contract/http/messages'

/** Links, alerts, agreements, evidence and settling. */
export const DESK = {
  link_ended: 'Este enlace ya venció o fue anulado. Cree otro en «Enlaces».',
  alert_rule_limit: ({ limit }) => `Puede tener ${limit} reglas. Quite una antes de agregar otra.`,
  alert_parameter: 'El valor está fuera de lo que esta regla permite.',
  alert_rule_standard: 'Esta regla no se puede quitar; puede apagarla.',
  push_limit: ({ limit }) =>
    `Ya hay ${limit} navegadores con notificaciones. Desactívelas en uno que ya no use.`,
  push_host: 'Este navegador usa un servicio de notificaciones que no se conoce.',
  link_limit: ({ limit }) => `Ya hay ${limit} enlaces, con los vencidos y anulados. No se pueden crear más.`,
  link_name_required: 'Escriba para quién es el enlace',
  link_name_too_long: ({ max }) => `El nombre debe tener como máximo ${max} caracteres`,
  link_days_invalid: 'Elija cuántos días vale el enlace, de 1 a 365',

  contract_overlaps:
    'Otro acuerdo con el mismo cliente, lugar y tipo vale en alguno de esos días. Termínelo antes o cambie las fechas.',
  contract_limit: ({ limit }) => `Ya tiene ${limit} acuerdos. Cambie uno que ya no use.`,
  contract_name_required: 'Escriba un nombre para el acuerdo',
  contract_name_too_long: ({ max }) => `El nombre debe tener como máximo ${max} caracteres`,
  contract_minutes: 'Escriba minutos enteros; los bloques son de al menos uno',
  contract_rate: 'Escriba la tarifa en pesos por hora, sin signo',
  contract_steps: 'Los escalones de la tarifa deben subir, y el último no lleva límite',
  contract_pause: 'Escriba la hora como 14:00',
  quiet_hours_same: 'Las horas de silencio no pueden empezar y terminar a la misma hora',
  contract_pauses_day:
    'Las pausas cubren el día entero y no quedaría nada que contar. Deje libre alguna hora',
  contract_day: 'Elija un día',
  contract_days: 'El último día no puede ser anterior al primero',
  contract_tax: 'Escriba el IVA en por ciento, de 0 a 100',
  evidence_outdated: 'Hay una versión más nueva de este expediente. Ábralo otra vez y envíe esa.',
  evidence_mails: 'Ya se enviaron muchos correos. Mande el enlace por WhatsApp o inténtelo más tarde.',
  email_unproven: 'Confirme primero su propio correo en «Mi cuenta»: el mensaje dice quién lo envía.',
  settlement_note: 'Escriba una nota: qué se disputa, cómo se resolvió o por qué se condona.',
  settlement_open: 'Una de las visitas sigue en curso. Se puede cobrar cuando termina.',
  evidence_open: 'La operación sigue en curso. Su expediente se emite cuando termina.',
} satisfies Partial<MessageWords>
