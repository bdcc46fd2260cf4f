/** The address that makes a phone call `number`. */
export const phoneLink = (number: string): string => `tel:${number.replace(/[^+\d]/g, '')}`
