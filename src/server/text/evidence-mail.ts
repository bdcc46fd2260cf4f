import type { Mail } from '../adapters/mailer.ts'
import { mailOf } from './mail-layout.ts'

/**
 * A link to an evidence pack, to whom a supervisor gave as its receiver. It says who sends it by their proven address, and
 * no text that anybody could write.
 */
export const evidenceMail = ({
  to,
  from,
  link,
  days,
  supportEmail,
}: {
  to: string
  /** Proven address of the supervisor. */
  from: string
  link: string
  days: number
  supportEmail: string
}): Mail =>
  mailOf({
    to,
    subject: 'Expediente de estadía',
    heading: 'Le enviaron un expediente de estadía',
    blocks: [
      ['Lo envía ', from, '. Tiene lo acordado, las horas registradas y la cuenta.'],
      { button: 'Ver el expediente', link },
      `El enlace vale ${days} días. Si algo no coincide, responda a esa dirección.`,
    ],
    help: 'Si no esperaba este correo, no haga nada. Si necesita ayuda, escriba a',
    supportEmail,
  })
