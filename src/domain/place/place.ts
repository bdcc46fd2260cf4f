/** What a place is for. */
export const PLACE_KINDS = ['park', 'port', 'yard', 'customer'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

export const PLACE_NAME = { max: 80 } as const
export const CLIENT_NAME = { max: 120 } as const
/** Metres. */
export const RADIUS = { min: 20, max: 20_000 } as const
export const VERTICES = { min: 3, max: 500 } as const
/** Thirty days, in minutes. */
export const FREE_MINUTES_MAX = 43_200

/** How far back the record is read: for suggestions, and when a place is given to earlier operations. */
export const PLACE_HISTORY_DAYS = 90

/** A UN/LOCODE ('MXZLO'), or the BIC facility code that begins with one ('MXZLOABCD'). */
export const FACILITY_CODE_PATTERN = /^[A-Z]{2}[A-Z2-9]{3}([A-Z0-9]{4})?$/
