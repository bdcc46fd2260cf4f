// No zone is further east than 14 hours, so just after midnight in Greenwich the afternoon is younger.
const hoursEast = Math.min(14, 15 - new Date().getUTCHours())

/** POSIX names count westward. */
const zone = (east: number): string =>
  east === 0 ? 'Etc/GMT' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`

/**
 * A time zone in which it is the afternoon now, for the product and its parks. Journeys make trips that began hours ago:
 * whatever the machine's clock says, those lie within one day and one month.
 */
export const AFTERNOON = zone(hoursEast)

/** The zone of the browsers, an hour behind, so that a time of the wrong clock is found out. */
export const AFTERNOON_OF_DEVICES = zone(hoursEast - 1)
