// Lines of the start about a pooler in front of DATABASE_URL.

const HOW = 'Vea «PgBouncer» en docs/operations.md.'

export const refusedSettings = (reason: string): string =>
  `DATABASE_URL: el agrupador de conexiones rechaza los ajustes de Acarreo (${reason}). ${HOW}`

export const lostSettings = (names: readonly string[]): string =>
  `DATABASE_URL: el agrupador de conexiones pierde ajustes de Acarreo (${names.join(', ')}): asígnelos a la cuenta con «alter role». ${HOW}`

export const UNNAMED =
  'DATABASE_URL pasa por un agrupador de conexiones que no conserva sentencias preparadas: cada consulta se prepara de nuevo.'
