import { line, spanWords } from './line.ts'

// Each fault has a line when it begins and one when it is over, which says how long it lasted and what was not written.

/** `seconds` since the line of the begin; `suppressed`: what failed in between for the same reason, without a line. */
export interface Over {
  seconds: number
  suppressed: number
}

const over = ({ seconds, suppressed }: Over): string =>
  `tras ${spanWords(seconds)}; ${suppressed.toLocaleString('es-MX')} ${suppressed === 1 ? 'fallo' : 'fallos'} sin renglón propio`

export const FAULTS = {
  DB_UNREACHABLE: line(
    'error',
    ({ host, reason }: { host: string; reason: string }) =>
      `PostgreSQL no contesta (${host}: ${reason}): las solicitudes reciben 503 y se le pregunta dos veces por segundo.`,
  ),
  DB_BACK: line('info', (end: Over) => `PostgreSQL contesta de nuevo, ${over(end)}.`),
  DB_CONNECTION_LOST: line(
    'warn',
    ({ reason }: { reason: string }) => `Se cortó una conexión con PostgreSQL, que sí contesta (${reason}).`,
  ),
  DB_BUSY: line(
    'warn',
    ({ reason }: { reason: string }) =>
      `Una solicitud recibió 503 porque la base de datos no la atendió a tiempo (${reason}).`,
  ),
  DB_CALM: line('info', (end: Over) => `La base de datos atiende a tiempo otra vez, ${over(end)}.`),
  QUEUE_FULL: line('warn', 'Una solicitud recibió 503: hay demasiadas en espera de lo mismo.'),
  QUEUE_FREE: line('info', (end: Over) => `Las solicitudes caben otra vez, ${over(end)}.`),
  DB_RESTARTS: line('error'),
  DB_RESTARTED: line('info'),
  DISK_FULL: line(
    'error',
    ({ reason }: { reason: string }) => `El disco está lleno (${reason}): libere espacio.`,
  ),
  DISK_HAS_ROOM: line('info', (end: Over) => `El disco tiene espacio de nuevo, ${over(end)}.`),
  REDIS_UNREACHABLE: line(
    'error',
    ({ host, reason }: { host: string; reason: string }) =>
      `Redis no responde (${host}: ${reason}): cada proceso sigue por su cuenta y lo intenta de nuevo.`,
  ),
  REDIS_BACK: line('info', (end: Over) => `Redis responde de nuevo, ${over(end)}.`),
  REPLICA_AWAY: line(
    'warn',
    ({ host, reason }: { host: string; reason: string }) =>
      `Réplica ${host}: no se usa por ahora (${reason}); contesta la base de datos principal.`,
  ),
  REPLICA_BACK: line(
    'info',
    ({ host, ...end }: { host: string } & Over) => `Réplica ${host}: se usa de nuevo, ${over(end)}.`,
  ),
  WORKER_DIED: line(
    'error',
    ({ worker, how, seconds }: { worker: number; how: string; seconds: number }) =>
      `El proceso ${worker} terminó (${how}); otro lo reemplaza en ${spanWords(seconds)}.`,
  ),
  WORKER_HANGS: line(
    'error',
    ({ worker, seconds }: { worker: number; seconds: number }) =>
      `El proceso ${worker} no responde desde hace ${spanWords(seconds)}: se termina.`,
  ),
  WORKER_BACK: line(
    'info',
    ({ worker, ...end }: { worker: number } & Over) => `El proceso ${worker} ocupa su lugar, ${over(end)}.`,
  ),
  WORKER_NOT_STARTED: line(
    'error',
    ({ worker, how }: { worker: number; how: string }) =>
      `El proceso ${worker} terminó antes de estar listo (${how}).`,
  ),
  MAIL_REFUSED: line('error', ({ host, answer }: { host: string | null; answer: string }) =>
    host === null
      ? `No se puede escribir en la carpeta outbox de DATA_DIR (${answer}): los correos esperan y se escriben después.`
      : `El servidor de correo ${host} no toma correos (${answer}): esperan y se envían después; revise SMTP_URL y MAIL_FROM.`,
  ),
  MAIL_BACK: line('info', (end: Over) => `El servidor de correo toma correos de nuevo, ${over(end)}.`),
  WORK_DROPPED: line('error', 'Se descartó lo que seguía a una respuesta: hay demasiado en espera.'),
  LIMIT_REFUSES: line(
    'warn',
    ({ who, route }: { who: string; route: string }) =>
      `${who} hace más solicitudes de las que se permiten y recibe 429 (${route}).`,
  ),
  LIMIT_OVER: line(
    'info',
    ({ who, ...end }: { who: string } & Over) => `${who} ya no excede ningún límite, ${over(end)}.`,
  ),
  JOB_FAILED: line('error', ({ job }: { job: string }) => `La tarea ${job} falló y se repetirá.`),
  JOB_WORKS: line(
    'info',
    ({ job, ...end }: { job: string } & Over) => `La tarea ${job} funciona de nuevo, ${over(end)}.`,
  ),
  CLOCK_IN_DOUBT: line('error'),
  CLOCK_RIGHT: line(
    'info',
    ({ seconds }: { seconds: number }) =>
      `El reloj de esta máquina es creíble de nuevo, tras ${spanWords(seconds)}.`,
  ),
} as const
