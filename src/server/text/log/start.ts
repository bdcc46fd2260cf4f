import { line } from './line.ts'

// What a start, a stop and a program say.

/** What `reason` of the system means for a folder. */
const FOLDER_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'esta cuenta no puede escribir en ella',
  EPERM: 'esta cuenta no puede escribir en ella',
  EROFS: 'su disco es de solo lectura',
  ENOTDIR: 'una parte de la ruta no es una carpeta',
  ENOENT: 'no se pudo crear',
}

export const START = {
  READY: line('info', ({ url }: { url: string }) => `Acarreo está listo: ${url}`),
  STOPS: line(
    'info',
    ({ signal }: { signal: string }) => `${signal}: se terminan las solicitudes en curso y se cierra.`,
  ),
  /** Not the key: what is JSON goes to a collector. */
  ADMIN_KEY_MADE: line(
    'info',
    ({ file }: { file: string }) => `Se creó la clave de administrador; está en ${file}.`,
  ),
  CONFIG_INVALID: line('error'),
  CONFIG_DOUBTFUL: line('warn'),
  FOLDER_UNUSABLE: line(
    'error',
    ({ variable, folder, reason }: { variable: string; folder: string; reason: string }) =>
      `${variable}: no se puede usar la carpeta ${folder} (${FOLDER_REASONS[reason] ?? reason}): cambie su dueño o sus permisos, o indique otra.`,
  ),
  PORT_TAKEN: line(
    'error',
    ({ port }: { port: number }) =>
      `El puerto ya está en uso (${port}): detenga el otro proceso o elija otro con PORT.`,
  ),
  ADDRESS_UNUSABLE: line('error', ({ address, reason }: { address: string; reason: string }) =>
    reason === 'EACCES'
      ? `PORT: esta cuenta no puede abrir ${address}: elija un puerto desde 1024.`
      : `HOST: no se puede abrir ${address} (${reason}): indique una dirección de esta máquina, como 127.0.0.1 o 0.0.0.0.`,
  ),
  START_FAILED: line('error', 'El arranque falló por algo que no se esperaba.'),
  CRASHED: line('fatal', 'El proceso termina por un error que nadie atendió.'),
  DB_AWAITED: line(
    'warn',
    ({ variable, host, reason }: { variable: string; host: string; reason: string }) =>
      `${variable}: PostgreSQL en ${host} no contesta todavía (${reason}): el arranque lo espera y sigue solo.`,
  ),
  DB_REFUSES: line(
    'error',
    ({ variable, host, means, reason }: { variable: string; host: string; means: string; reason: string }) =>
      `${variable}: PostgreSQL en ${host} no admite la conexión: ${means} (${reason}).`,
  ),
  /** The database cannot be used as it is, or the embedded one does not start. */
  DB_UNFIT: line('error'),
  DB_PREPARES: line('info'),
  DB_UNPROTECTED: line('warn'),
  DB_UNNAMED: line('info'),
  RECORD_SEALED: line('info'),
  SERVICE_WARNS: line('warn', ({ warning }: { warning: string }) => warning),
  SYSTEMD_DEAF: line(
    'warn',
    ({ message, reason }: { message: string; reason: string }) =>
      `systemd no recibió «${message}» (systemd-notify: ${reason}).`,
  ),
} as const
