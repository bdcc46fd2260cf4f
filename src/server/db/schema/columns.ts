import { customType, timestamp } from 'drizzle-orm/pg-core'

/** SHA-256, as bytes. */
export const digest = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
