import type { Mail } from '../adapters/mailer.ts'

/** A paragraph, with one part of it in bold; or a button with its address, which the text version has alone. */
type Block = string | [before: string, strong: string, after: string] | { button: string; link: string }

export interface Letter {
  to: string
  subject: string
  heading: string
  blocks: readonly Block[]
  /** The last sentence, which ends before the address of support. */
  help: string
  supportEmail: string
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const paragraph = (inner: string): string => `<p style="margin:0 0 16px">${inner}</p>`

function asHtml(block: Block): string {
  if (typeof block === 'string') return paragraph(escaped(block))
  if (Array.isArray(block)) {
    const [before, strong, after] = block.map(escaped)
    return paragraph(`${before}<strong>${strong}</strong>${after}`)
  }
  const link = escaped(block.link)
  return `${paragraph(`<a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b605f;color:#fff;font-weight:600;text-decoration:none">${escaped(block.button)}</a>`)}
${paragraph(`Si el botón no abre, copie esta dirección en su navegador:<br><span style="word-break:break-all">${link}</span>`)}`
}

function asText(block: Block): string {
  if (typeof block === 'string') return block
  return Array.isArray(block) ? block.join('') : `${block.button}:\n\n${block.link}`
}

/**
 * A mail of the product. No letter holds a display name: somebody could register with another person's address and send
 * them any text under our name.
 */
export function mailOf({ to, subject, heading, blocks, help, supportEmail }: Letter): Mail {
  const text = [...blocks.map(asText), `${help} ${supportEmail}.`, 'Acarreo'].join('\n\n')
  const html = `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f6f7;color:#1b2428;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;border:1px solid #dee2e6;border-radius:12px;background:#fff">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escaped(heading)}</h1>
${blocks.map(asHtml).join('\n')}
<p style="margin:0">${escaped(help)} <a href="mailto:${escaped(supportEmail)}" style="color:#0b605f">${escaped(supportEmail)}</a>.</p>
</div>
</body>
</html>
`
  return { to, subject, text: `${text}\n`, html }
}
