import { line } from './line.ts'

// Lines about one request, one job or one piece of background work.

export const WORK = {
  REQUEST_REFUSED: line('info', 'Solicitud rechazada.'),
  REQUEST_FAILED: line('error', 'Una solicitud falló por algo que no se esperaba.'),
  REQUEST_ANSWERED: line('debug', 'Solicitud contestada.'),
  ADMIN_KEY_WRONG: line('warn', 'Clave de administrador incorrecta.'),
  PROXY_UNTRUSTED: line(
    'warn',
    ({ address }: { address: string }) =>
      `Llega X-Forwarded-For de ${address}, que TRUST_PROXY no nombra: todas las visitas cuentan con esa dirección.`,
  ),
  THREAD_BLOCKED: line('warn'),
  FIGURE_FAILED: line(
    'error',
    ({ figure }: { figure: string }) => `El indicador ${figure} no se pudo calcular.`,
  ),
  EVENTS_ALONE: line(
    'warn',
    'Varios eventos no se pudieron escribir juntos: se escribe cada uno por su cuenta.',
  ),
  MAIL_NOT_SENT: line(
    'warn',
    ({ mail, answer, outcome }: { mail: number; answer: string; outcome: 'put_off' | 'failed' }) =>
      `El correo ${mail} no se envió (${answer}): ${outcome === 'failed' ? 'no se intenta más; está en la consola, «Correos»' : 'se intenta de nuevo'}.`,
  ),
  MAIL_WRITTEN: line('info', ({ file }: { file: string }) => `Correo sin SMTP_URL, escrito en ${file}`),
  PUSH_FAILED: line('error', 'Un aviso no se pudo enviar a un navegador.'),
  BUS_FAILED: line('error', 'Un mensaje entre procesos no se pudo leer o atender.'),
  BACKGROUND_FAILED: line('error', ({ work }: { work: string }) => `No fue posible ${work}.`),
  JOB_NOTES: line('info'),
  JOB_WARNS: line('warn'),
  /** What a library says, in its own words. */
  LIBRARY: line('info'),
} as const
