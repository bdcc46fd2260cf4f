import { customType, timestamp } from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** SHA-256. */
export const digest = bytes

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
