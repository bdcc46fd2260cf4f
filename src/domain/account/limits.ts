/**
 * How many of a thing there may be, of one supervisor where nothing else is said. Each has its row in
 * `test/api/accounts/limits-at-once.test.ts`, which does not compile without it.
 */
export const LIMITS = {
  /** Unless the administrator has set another number. */
  operators: 20,
  alertRules: 20,
  /** Browsers that get push messages. */
  pushBrowsers: 20,
  contracts: 500,
  placesInUse: 200,
  /** In use and retired. */
  placesEver: 1000,
  clients: 500,
  /** Further links of one operation, revoked and expired ones included. */
  linksOfOperation: 50,
  /** The same of one pack in all its versions. */
  linksOfPack: 50,
  /** Of one account. */
  passkeys: 10,
  /** Of one account; the oldest is forgotten, because a table that a login fills needs a bound. */
  knownDevices: 20,
} as const
export type LimitName = keyof typeof LIMITS
