import { pesos } from '#domain/detention/money'

/** `$ 1,050.00` of integer centavos, which no line breaks apart. */
export const amountText = (centavos: number): string => pesos(centavos).replace(' ', '\u00a0')
