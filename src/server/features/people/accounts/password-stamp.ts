import { sha256 } from '../../../adapters/ids.ts'

/**
 * Ties a session, or a known device, to the password with which it began. Deleting them with a new password races with a
 * login that is about to insert one; every reading compares the stamps, so that the new one does not count.
 */
export const passwordStamp = ({ passwordHash }: { passwordHash: string }): string =>
  sha256(passwordHash).slice(0, 22)
