/** Figures as reports and cards show them. */

/** '12.5%'; no decimal for a whole number. */
export const percentText = (percent: number): string => `${percent}%`

/** '1234.5 km'. */
export const distanceText = (kilometres: number): string => `${kilometres.toFixed(1)} km`

/** Minutes with one decimal, '41.0'. */
export const minutesText = (minutes: number): string => minutes.toFixed(1)

/** Shown when the calculation of a figure failed. */
export const FAILED_TEXT = 'Error'
