// Lines of `npm run doctor`, for who runs the product: what was looked at, what was found, and what to do.

const HOUR_MS = 3_600_000
const hours = (ms: number): string => `${Math.round(ms / HOUR_MS)} h`
const gb = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

export const LATE = 'no contesta'

export const CONFIGURATION = 'Configuración'
export const CONFIGURED = 'los valores son válidos'

export const DATA_DIR = 'DATA_DIR'
export const notWritable = (folder: string): string =>
  `${folder} no existe o esta cuenta no puede escribir ahí: «chown» a la cuenta del servicio, o corrija DATA_DIR.`
export const DISK = 'Disco'
export const gigabytes = (free: number, size: number, isLow: boolean): string =>
  `${gb(free)} libres de ${gb(size)}${isLow ? ': lleve archivos de backups/ y archive/ a otro disco; no toque postgres/.' : ''}`
export const SECRETS = 'Secretos'
export const SECRETS_PRIVATE = 'solo esta cuenta los lee'
export const openSecret = (file: string): string => `otras cuentas leen ${file}: «chmod 600 ${file}».`
export const staleKey = (dataDir: string): string =>
  `ADMIN_KEY está puesta, así que ${dataDir}/admin-key ya no abre nada: bórrelo.`

export const DATABASE = 'PostgreSQL'
export const NOT_RUNNING = 'la base de datos incluida no está en marcha: inicie Acarreo y repita.'
export const oldPostgres = (version: string): string => `${version} es anterior a 15: actualice el servidor.`
export const NOT_DURABLE =
  'fsync o synchronous_commit está apagado: un paso confirmado puede perderse. Enciéndalos.'
export const WRITES = 'Escrituras'
export const WRITABLE = 'se guardan'
export const READ_ONLY =
  'la base de datos no acepta escrituras: ¿es una réplica, está llena, o espera a una réplica síncrona?'
export const SCHEMA = 'Tablas'
export const schemaCurrent = (count: number): string => `al día (${count} migraciones)`
export const schemaBehind = (count: number): string =>
  `faltan ${count} migraciones: el próximo inicio de esta versión las hace.`
export const SCHEMA_AHEAD =
  'son de una versión más nueva: inicie esa versión, o restaure un respaldo de antes.'
export const RIGHTS = 'Permisos'
export const OWNS_RECORD =
  'la cuenta de DATABASE_URL es dueña de las tablas y podría cambiar el registro: vea «Two accounts» en docs/operations.md.'
export const NO_OWNER =
  'falta DATABASE_OWNER_URL: sin la dueña de las tablas, Acarreo no inicia ni verifica respaldos.'
export const RIGHTS_APART = 'la cuenta del producto no puede cambiar el registro'
export const MAY_VERIFY = 'la dueña puede verificar respaldos'
export const mayNotVerify = (role: string): string =>
  `la dueña no puede crear bases de datos, y ningún respaldo se verifica: «alter role ${role} createdb».`
export const CLOCK = 'Reloj'
export const sameClock = (ms: number): string => `a ${Math.abs(Math.round(ms))} ms del de la base de datos`
export const otherClock = (ms: number): string =>
  `difiere ${Math.round(Math.abs(ms) / 1000)} s del de la base de datos: encienda NTP (chrony) en las dos máquinas.`
export const JOBS = 'Tareas'
export const JOBS_WELL = 'ninguna falló en su última vuelta'
export const jobFailed = (name: string, at: Date, reason: string): string =>
  `${name} falló el ${at.toISOString()}: ${reason}`
export const replica = (host: string): string => `Réplica ${host}`
export const REPLAYS = 'contesta'
export const NO_REPLICA = 'acepta escrituras: no es una réplica. Corrija DATABASE_READ_URL.'
export const replicaAway = (reason: string): string =>
  `no contesta (${reason}): lee la principal en su lugar.`

export const BACKUP_FILES = 'Respaldos'
export const NO_BACKUP =
  'no hay ninguno: haga uno en la consola, Sistema, y vea el registro de la tarea «backups».'
export const hoursAgo = (ms: number, count: number): string =>
  `el más nuevo es de hace ${hours(ms)} (${count} en la carpeta)`
export const plainBackups = (count: number): string =>
  `BACKUP_KEY está puesta y quedan ${count} sin cifrar: se borran cuando haya uno cifrado y verificado.`
export const verifiedAgo = (ms: number): string => `verificado hace ${hours(ms)}`
export const notVerified = (ms: number | null): string =>
  `${ms === null ? 'ninguno se ha verificado' : `el último verificado es de hace ${hours(ms)}`}: vea el registro de la tarea «backups».`

export const BACKUP_TARGET = 'BACKUP_TARGET'
export const noTarget = 'los respaldos quedan solo en esta máquina: ponga BACKUP_TARGET.'
export const targetWorks = (target: string): string => `${target} se puede escribir, leer y borrar`
export const targetFails = (target: string, cause: string): string => `${target}: ${cause}.`
export const onThisMachine = (target: string): string =>
  `${target} está en el mismo disco que DATA_DIR: si era otra máquina, no está montada.`
export const NO_COPY = 'ningún respaldo está ahí: haga uno en la consola, Sistema.'
export const copiedAgo = (ms: number, count: number, isOld: boolean): string =>
  `el más nuevo de ahí es de hace ${hours(ms)} (${count} en total)${isOld ? ': vea el registro de la tarea «backups».' : ''}`

export const TILE_FILE = 'TILE_FILE'
export const tilesRead = (
  path: string,
  kind: 'image' | 'vector',
  { minZoom, maxZoom }: { minZoom: number; maxZoom: number },
): string =>
  `${path} tiene teselas ${kind === 'vector' ? 'vectoriales' : 'de imagen'}, acercamientos ${minZoom} a ${maxZoom}`
/** `reason`: what the start would say. */
export const tilesUnusable = (reason: string): string =>
  `${reason.replace(/^Configuración: TILE_FILE /, '')}. Corrija la ruta o sus permisos, o copie el archivo de nuevo: así Acarreo no inicia.`

export const MAIL = 'Correo'
export const noMail = (folder: string): string =>
  `sin SMTP_URL, los correos quedan en ${folder} y alguien debe enviarlos.`
export const mailTaken = (host: string): string => `${host} acepta la conexión y la cuenta`
export const mailRefused = (host: string, reason: string): string => `${host}: ${reason}. Corrija SMTP_URL.`
export const REDIS = 'Redis'
export const redisAway = (host: string, reason: string): string => `${host}: ${reason}. Corrija REDIS_URL.`

export const PRODUCT = 'Acarreo'
export const running = (origin: string, version: string): string => `${version} atiende en ${origin}`
export const notRunning = (origin: string): string =>
  `nadie contesta en ${origin}: «systemctl status acarreo».`
export const notReady = (reason: string): string => `no está listo: ${reason}`
export const otherVersion = (runs: string, here: string): string =>
  `atiende la versión ${runs} y aquí está la ${here}: reinicie el servicio.`

export const PROXY = 'Proxy'
export const NO_PUBLIC_URL =
  'sin PUBLIC_URL, los enlaces llevan a esta máquina: ponga el origen que la gente abre.'
export const reached = (origin: string): string => `${origin} llega a Acarreo`
export const proxyAnswers = (origin: string, status: number): string =>
  `${origin}/readyz contesta ${status}: vea «HTTPS behind a proxy» en docs/operations.md.`
export const NO_TLS = 'sin https, los teléfonos no dan su posición ni trabajan sin señal.'
export const NO_HSTS = 'sin Strict-Transport-Security: agréguelo si el sitio solo se sirve por https.'
export const SCHEME_SEEN = 'Acarreo sabe que lo abren por https'
export const SCHEME_LOST =
  'Acarreo cree que lo abren por http: agregue «proxy_set_header X-Forwarded-Proto $scheme» en el proxy, y TRUST_PROXY=1 en Acarreo.'
export const METRICS_HIDDEN = '/metrics no se ve desde fuera'
export const OPEN_METRICS = '/metrics se ve desde fuera: «location = /metrics { return 404; }».'
export const LIVE_PASSES = '/ws llega a Acarreo'
export const liveStops = (status: number): string =>
  `/ws contesta ${status} en lugar de 101: el proxy no pasa Upgrade y Connection, y los escritorios no se actualizan.`
export const COOKIES = 'Cookies'
export const COOKIES_SAFE = 'Secure y con el prefijo __Host-'
export const COOKIES_OPEN =
  'no son Secure: el proxy no pasa X-Forwarded-Proto, o falta TRUST_PROXY o el https de PUBLIC_URL.'
export const notLoggedIn = (status: number): string =>
  `no se comprobaron: la clave del administrador recibió ${status} (¿segundo factor?).`
export const ADDRESSES = 'Direcciones'
export const seenAs = (address: string): string => `esta máquina se ve como ${address}`
export const FORGEABLE =
  'el proxy deja pasar una X-Forwarded-For inventada: use «proxy_set_header X-Forwarded-For $remote_addr».'

const MARKS = { ok: 'bien ', warning: 'aviso', fault: 'FALLA' }
export const findingLine = ({
  state,
  what,
  line,
}: {
  state: keyof typeof MARKS
  what: string
  line: string
}): string => `${MARKS[state]}  ${what}: ${line}`
export const summary = (faults: number, warnings: number): string =>
  faults === 0
    ? `Todo funciona${warnings > 0 ? `; avisos: ${warnings}` : ''}.`
    : `Fallas: ${faults}; avisos: ${warnings}. Lo de arriba dice qué hacer.`
