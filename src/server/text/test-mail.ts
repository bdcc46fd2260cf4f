import type { Mail } from '../adapters/mailer.ts'
import { mailOf } from './mail-layout.ts'

export const testMail = ({ to, supportEmail }: { to: string; supportEmail: string }): Mail =>
  mailOf({
    to,
    subject: 'Correo de prueba de Acarreo',
    heading: 'Correo de prueba',
    blocks: ['El administrador de Acarreo envió este correo para comprobar que los correos salen y llegan.'],
    help: 'No hace falta que haga nada. Si necesita ayuda, escriba a',
    supportEmail,
  })
