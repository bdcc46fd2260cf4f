import type { Device } from '#domain/account/device'
import type { Mail } from '../adapters/mailer.ts'
import { mailOf } from './mail-layout.ts'

export interface ConfirmationMail {
  to: string
  username: string
  /** Opens the page that confirms; contains the token. */
  link: string
  supportEmail: string
  /** How long the link is valid. */
  hours: number
}

export const confirmationMail = ({ to, username, link, supportEmail, hours }: ConfirmationMail): Mail =>
  mailOf({
    to,
    subject: 'Confirme su correo en Acarreo',
    heading: 'Confirme su correo',
    blocks: [
      ['El usuario ', username, ' de Acarreo indicó este correo como suyo.'],
      { button: 'Confirmar mi correo', link },
      `El enlace es válido durante ${hours} horas y sirve una sola vez. Así sabemos que es suyo si un día olvida su contraseña.`,
      'Si usted no lo pidió, no use el enlace: este correo no será de ese usuario.',
    ],
    help: 'Si necesita ayuda, escriba a',
    supportEmail,
  })

/** To whom, about which account. */
export interface Notice {
  to: string
  username: string
  supportEmail: string
}

const NOT_ME =
  'Si no fue usted, recupere su cuenta con «¿Olvidaste tu contraseña?» y cierre las demás sesiones.'

/** What has happened to an account; `said` ends before its name. */
const notice =
  (subject: string, said: string, detail?: string) =>
  ({ to, username, supportEmail }: Notice): Mail =>
    mailOf({
      to,
      subject: `${subject} en Acarreo`,
      heading: subject,
      blocks: [[said, username, ' de Acarreo.'], ...(detail === undefined ? [] : [detail]), NOT_ME],
      help: 'Si necesita ayuda, escriba a',
      supportEmail,
    })

export const passwordChangedMail = notice('Se cambió la contraseña', 'Se cambió la contraseña del usuario ')

/** `device`: as the browser describes itself; `address`: on the network. */
const from = ({ browser, system }: Device, address: string): string => {
  const device = [browser, system].filter((word) => word !== null).join(' en ') || 'desconocido'
  return `Dispositivo: ${device}. Dirección de red: ${address}. Si fue usted, no haga nada.`
}

export const passkeyAddedMail = (device: Device, address: string) =>
  notice(
    'Se agregó una llave de acceso',
    'Con la huella, el rostro o el PIN de un dispositivo ya puede entrar el usuario ',
    from(device, address),
  )

export const passkeyRemovedMail = (name: string) =>
  notice('Se quitó una llave de acceso', `La llave «${name}» ya no abre la cuenta del usuario `)

/** To the address that is about to be replaced. */
export const emailChangeMail = notice(
  'Se pidió cambiar el correo',
  'Se pidió cambiar este correo por otro. El cambio valdrá cuando se confirme el nuevo. Usuario: ',
)

export function secondFactorMail(state: 'on' | 'off') {
  const done = `Se ${state === 'on' ? 'activó' : 'desactivó'} la verificación en dos pasos`
  return notice(done, `${done} del usuario `)
}

/** `left`: how many are still good. */
export const recoveryCodeUsedMail = (left: number) =>
  notice(
    'Se usó un código de recuperación',
    'En lugar de la aplicación de autenticación, se usó un código de recuperación del usuario ',
    `Códigos que quedan: ${left}. Haga códigos nuevos en «Mi cuenta» antes de que se acaben.`,
  )

export const newDeviceMail = (device: Device, address: string) =>
  notice(
    'Inicio de sesión desde un dispositivo nuevo',
    'Desde un dispositivo que no conocíamos entró el usuario ',
    from(device, address),
  )
