import { loadWords } from './load-words.ts'
import { knowMessages } from './messages.ts'

const words = await loadWords('secondFactor')
knowMessages(words.secondFactorMessages)

export const secondFactorText = words.secondFactor
