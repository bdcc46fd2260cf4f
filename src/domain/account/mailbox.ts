/** Domains whose mail server ignores dots in the part before the @. */
const IGNORE_DOTS = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an e-mail address very likely reaches, so that one mailbox is not counted under many spellings:
 * lower case, without `+tag`, and without dots where the provider ignores them. Only for counting, never to send to.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const name = email.slice(0, at).toLowerCase().replace(/\+.*$/, '')
  return `${IGNORE_DOTS.has(domain) ? name.replaceAll('.', '') : name}@${domain}`
}
