/** How long a driver may take back an own press, from when the server recorded it. */
export const RETRACTION_MS = 60_000
