/** Text for searching: without accents, in lower case. */
export const fold = (value: string): string => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
