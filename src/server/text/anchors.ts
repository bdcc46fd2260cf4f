import type { Mail } from '../adapters/mailer.ts'
import { mailOf } from './mail-layout.ts'

// Lines of `npm run verify -- --against` and of the daily comparison. `at`: when the anchor was taken, ISO 8601.

export const NO_ANCHOR = 'El archivo no es un respaldo y no tiene ninguna línea acarreo-anchor.'

export const againstWhole = (file: string): string =>
  `Coincide con ${file}: todo lo que había entonces sigue ahí.`

export const anchorUnsigned = (at: string): string =>
  `El ancla del ${at} no está firmada, y RECORD_KEY está puesta: no prueba nada.`

export const anchorAltered = (at: string): string =>
  `El ancla del ${at} fue alterada, o la firmó otra clave que la de RECORD_KEY.`

export const recordAltered = (at: string, supervisor: string, records: number): string =>
  `Registro alterado: los primeros ${records} registros del supervisor ${supervisor} no son los que había el ${at}.`

export const operationAltered = (at: string, container: string, records: number): string =>
  `Registro alterado: ${container}, sus primeros ${records} registros no son los que había el ${at}.`

export const auditAltered = (at: string, chain: string, lines: number): string =>
  `Bitácora alterada: los primeros ${lines} renglones de la cadena «${chain}» no son los que había el ${at}.`

export const accountsAltered = (at: string, accounts: number): string =>
  `Registro alterado: lo que quedó de ${accounts} cuentas eliminadas no es lo que había el ${at}.`

export const packGone = (at: string, hash: string): string =>
  `Expediente faltante: el de huella ${hash}, que había el ${at}.`

/** The anchor of a day, for somebody who keeps it. `fault`: what no longer stands as the one before said. */
export const anchorMail = ({
  to,
  line,
  fault,
  supportEmail,
}: {
  to: string
  line: string
  fault: string | null
  supportEmail: string
}): Mail =>
  mailOf({
    to,
    subject: fault === null ? 'Ancla del registro' : 'Ancla del registro: algo fue alterado',
    heading: 'Ancla del registro',
    blocks: [
      ...(fault === null ? [] : [fault]),
      'Guarde este correo. Con él se comprueba después que nada de lo registrado hasta hoy se quitó ni se cambió: npm run verify -- --against ARCHIVO',
      line,
    ],
    help: 'Si necesita ayuda, escriba a',
    supportEmail,
  })
