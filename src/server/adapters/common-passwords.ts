import { dictionary } from '@zxcvbn-ts/language-common'

/** The most common passwords of published leaks. */
const COMMON = new Set(dictionary['passwords-common'])

/** What people here would think of first, with digits or signs around it. */
const OF_THIS_TRADE = new Set([
  ...['acarreo', 'contraseña', 'contrasena', 'password', 'clave', 'bienvenido', 'bienvenida'],
  ...['operador', 'operadora', 'chofer', 'conductor', 'supervisor', 'supervisora', 'administrador'],
  ...['administradora', 'contenedor', 'contenedores', 'camion', 'camión', 'transporte', 'transportes'],
  ...['logistica', 'logística', 'puerto', 'patio', 'parque'],
])

/** `password`: in lower case. */
export const isCommonPassword = (password: string): boolean =>
  COMMON.has(password) || OF_THIS_TRADE.has(password.replace(/[^\p{L}]/gu, ''))
