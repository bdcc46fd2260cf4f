/** An operator by display name and user name. Searches look in this text, so they find what any list says of them. */
export const bothNames = ({ displayName, username }: { displayName: string; username: string }): string =>
  `${displayName} (${username})`
