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

const notice = (
  { to, username, supportEmail }: Notice,
  { subject, said, detail }: { subject: string; said: string; detail?: string },
): Mail =>
  mailOf({
    to,
    subject: `${subject} en Acarreo`,
    heading: subject,
    blocks: [[said, username, ' de Acarreo.'], ...(detail === undefined ? [] : [detail]), NOT_ME],
    help: 'Si necesita ayuda, escriba a',
    supportEmail,
  })

export const passwordChangedMail = (about: Notice): Mail =>
  notice(about, {
    subject: 'Se cambió la contraseña',
    said: 'Se cambió la contraseña del usuario ',
  })

const said = ({ browser, system }: Device): string =>
  [browser, system].filter((word) => word !== null).join(' en ') || 'desconocido'

/** `device`: as the browser describes itself; `address`: on the network. */
export const passkeyAddedMail =
  (device: Device, address: string) =>
  (about: Notice): Mail =>
    notice(about, {
      subject: 'Se agregó una llave de acceso',
      said: 'Con la huella, el rostro o el PIN de un dispositivo ya puede entrar el usuario ',
      detail: `Dispositivo: ${said(device)}. Dirección de red: ${address}. Si fue usted, no haga nada.`,
    })

export const passkeyRemovedMail =
  (name: string) =>
  (about: Notice): Mail =>
    notice(about, {
      subject: 'Se quitó una llave de acceso',
      said: `La llave «${name}» ya no abre la cuenta del usuario `,
    })

/** To the address that is about to be replaced. */
export const emailChangeMail = (about: Notice): Mail =>
  notice(about, {
    subject: 'Se pidió cambiar el correo',
    said: 'Se pidió cambiar este correo por otro. El cambio valdrá cuando se confirme el nuevo. Usuario: ',
  })

export const secondFactorMail =
  (state: 'on' | 'off') =>
  (about: Notice): Mail =>
    notice(about, {
      subject: `Se ${state === 'on' ? 'activó' : 'desactivó'} la verificación en dos pasos`,
      said: `Se ${state === 'on' ? 'activó' : 'desactivó'} la verificación en dos pasos del usuario `,
    })

/** `left`: how many are still good. */
export const recoveryCodeUsedMail =
  (left: number) =>
  (about: Notice): Mail =>
    notice(about, {
      subject: 'Se usó un código de recuperación',
      said: 'En lugar de la aplicación de autenticación, se usó un código de recuperación del usuario ',
      detail: `Códigos que quedan: ${left}. Haga códigos nuevos en «Mi cuenta» antes de que se acaben.`,
    })

/** `device`: as the browser describes itself; `address`: on the network. */
export const newDeviceMail =
  (device: Device, address: string) =>
  (about: Notice): Mail =>
    notice(about, {
      subject: 'Inicio de sesión desde un dispositivo nuevo',
      said: 'Desde un dispositivo que no conocíamos entró el usuario ',
      detail: `Dispositivo: ${said(device)}. Dirección de red: ${address}. Si fue usted, no haga nada.`,
    })
