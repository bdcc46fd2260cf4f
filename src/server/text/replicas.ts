// Lines of the start and of the log about DATABASE_READ_URL.

export const NOT_A_REPLICA = 'no es una réplica de la base de datos de DATABASE_URL'
export const NO_LONGER_A_REPLICA = 'dejó de ser una réplica'

/** `host`: host and port. */
export const replicaLeft = (host: string, reason: string): string =>
  `Réplica ${host}: no se usa por ahora (${reason}); contesta la base de datos principal.`

export const replicaUsedAgain = (host: string): string => `Réplica ${host}: se usa de nuevo.`

export const foreignReplica = (host: string): string => `DATABASE_READ_URL: ${host} ${NOT_A_REPLICA}.`
