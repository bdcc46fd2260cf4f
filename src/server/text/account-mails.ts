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
      `El enlace es válido durante ${hours} horas y sirve una sola vez. Solo un correo confirmado sirve para recuperar la contraseña.`,
      'Si usted no lo pidió, no haga nada: sin su confirmación este correo no se usará.',
    ],
    help: 'Si necesita ayuda, escriba a',
    supportEmail,
  })
