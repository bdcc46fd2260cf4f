import type { Mail } from '../adapters/mailer.ts'
import { mailOf } from './mail-layout.ts'

export interface RecoveryMail {
  to: string
  /** One for each account that shares the address; each link opens the reset form and contains a token. */
  links: readonly {
    username: string
    link: string
    /** That the address is this account's; if not, using the link proves it. */
    proven: boolean
  }[]
  supportEmail: string
  /** How long a link is valid. */
  minutes: number
}

export function recoveryMail({ to, links, supportEmail, minutes }: RecoveryMail): Mail {
  return mailOf({
    to,
    subject: 'Restablecer su contraseña de Acarreo',
    heading: 'Restablecer su contraseña',
    blocks: [
      ...links.flatMap(({ username, link, proven }) => [
        ['Recibimos una solicitud para restablecer la contraseña del usuario ', username, ' en Acarreo.'] as [
          string,
          string,
          string,
        ],
        { button: 'Elegir una contraseña nueva', link },
        ...(proven
          ? []
          : [
              'Este correo no estaba confirmado: al elegir la contraseña quedará como el correo de ese usuario. Si usted no abrió esa cuenta, no use el enlace.',
            ]),
      ]),
      `El enlace es válido durante ${minutes} minutos y sirve una sola vez. Al cambiar la contraseña se cerrarán todas las sesiones abiertas de este usuario.`,
      'Si usted no lo pidió, no haga nada: su contraseña sigue siendo la misma y nadie la conoce por este correo.',
    ],
    help: 'Si recibe varios correos como este sin pedirlos, o necesita ayuda, escriba a',
    supportEmail,
  })
}
