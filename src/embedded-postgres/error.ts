/**
 * The embedded database cannot be used. The message is one line in Spanish for the person at the terminal: what
 * happened and what to do; print it without a stack.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
