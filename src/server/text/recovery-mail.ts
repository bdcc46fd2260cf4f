import type { Mail } from '../adapters/mailer.ts'

export interface RecoveryMail {
  to: string
  username: string
  /** Opens the reset form; contains the token. */
  link: string
  supportEmail: string
  /** How long the link is valid. */
  minutes: number
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/**
 * Without the display name on purpose: somebody could register with another person's address and send them any text
 * under our name.
 */
export function recoveryMail({ to, username, link, supportEmail, minutes }: RecoveryMail): Mail {
  const asked = [
    'Recibimos una solicitud para restablecer la contraseña del usuario ',
    username,
    ' en Acarreo.',
  ]
  const open = 'Abra este enlace para elegir una contraseña nueva:'
  const rules = `El enlace es válido durante ${minutes} minutos y sirve una sola vez. Al cambiar la contraseña se cerrarán todas las sesiones abiertas de este usuario.`
  const notMe =
    'Si usted no lo pidió, no haga nada: su contraseña sigue siendo la misma y nadie la conoce por este correo.'
  const help = 'Si recibe varios correos como este sin pedirlos, o necesita ayuda, escriba a '
  const text = [asked.join(''), open, link, rules, notMe, `${help}${supportEmail}.`, 'Acarreo'].join('\n\n')
  const paragraph = (inner: string): string => `<p style="margin:0 0 16px">${inner}</p>`
  const html = `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(SUBJECT)}</title></head>
<body style="margin:0;padding:24px;background:#f4f6f7;color:#1b2428;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;border:1px solid #dee2e6;border-radius:12px;background:#fff">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">Restablecer su contraseña</h1>
${paragraph(`${escaped(asked[0] ?? '')}<strong>${escaped(username)}</strong>${escaped(asked[2] ?? '')}`)}
${paragraph(`<a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b605f;color:#fff;font-weight:600;text-decoration:none">Elegir una contraseña nueva</a>`)}
${paragraph(`Si el botón no abre, copie esta dirección en su navegador:<br><span style="word-break:break-all">${escaped(link)}</span>`)}
${paragraph(escaped(rules))}
${paragraph(escaped(notMe))}
<p style="margin:0">${escaped(help)}<a href="mailto:${escaped(supportEmail)}" style="color:#0b605f">${escaped(supportEmail)}</a>.</p>
</div>
</body>
</html>
`
  return { to, subject: SUBJECT, text: `${text}\n`, html }
}

const SUBJECT = 'Restablecer su contraseña de Acarreo'
