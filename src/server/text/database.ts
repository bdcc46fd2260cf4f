// Lines of the start and of the log about PostgreSQL, for who runs the product.

export const DATABASE_SILENT = 'no contesta nada desde hace más de un segundo'

const REFUSALS = {
  password: 'la contraseña no es la de esa cuenta; corríjala en la URL',
  database: 'esa base de datos no existe; créela con «create database» o corrija el nombre en la URL',
  role: 'esa cuenta no existe o no puede entrar desde aquí; créela con «create role … login» o permítala en pg_hba.conf',
  no_tls: 'el servidor no ofrece TLS y la URL lo pide; actívelo allí o quite sslmode de la URL',
  tls_required: 'el servidor exige TLS; agregue sslmode=verify-full (o sslmode=no-verify) a la URL',
  certificate:
    'su certificado no es de confianza; indique quién lo firmó con sslmode=verify-full&sslrootcert=ARCHIVO en la URL, o sslmode=no-verify',
  away: 'nadie contesta allí; arranque PostgreSQL o corrija la URL',
  other: 'revise la URL',
} as const

/** What a refused connection means, and what to do. */
export const refusalWords = (fault: keyof typeof REFUSALS): string => REFUSALS[fault]

// Its two roles.

/** The role that migrates may not: it is the product's. */
export const NOT_THE_OWNER =
  'La cuenta que prepara las tablas no es su dueña: dé la de la dueña en DATABASE_OWNER_URL. Vea «Two accounts» en docs/operations.md.'

/** DATABASE_URL alone, or a role that owns the tables. */
export const OWNED_BY_PRODUCT =
  'La cuenta de DATABASE_URL es dueña de las tablas: la base de datos no le impide cambiar el registro. Vea «Two accounts» en docs/operations.md (DATABASE_OWNER_URL).'

/** Of records from before there were chains. */
export const sealing = (sealed: number): string =>
  `Registro de antes de las cadenas: ${sealed.toLocaleString('es-MX')} operaciones selladas.`

// A pooler in front of DATABASE_URL.

const HOW = 'Vea «PgBouncer» en docs/operations.md.'

export const refusedSettings = (reason: string): string =>
  `DATABASE_URL: el agrupador de conexiones rechaza los ajustes de Acarreo (${reason}). ${HOW}`

export const lostSettings = (names: readonly string[]): string =>
  `DATABASE_URL: el agrupador de conexiones pierde ajustes de Acarreo (${names.join(', ')}): asígnelos a la cuenta con «alter role». ${HOW}`

export const UNNAMED =
  'DATABASE_URL pasa por un agrupador de conexiones que no conserva sentencias preparadas: cada consulta se prepara de nuevo.'

// DATABASE_READ_URL.

export const NOT_A_REPLICA = 'no es una réplica de la base de datos de DATABASE_URL'
export const NO_LONGER_A_REPLICA = 'dejó de ser una réplica'

export const foreignReplica = (host: string): string => `DATABASE_READ_URL: ${host} ${NOT_A_REPLICA}.`
