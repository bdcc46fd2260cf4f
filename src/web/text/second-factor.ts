import { loadWords } from './load-words.ts'

export const secondFactorText = (await loadWords('secondFactor')).secondFactor
