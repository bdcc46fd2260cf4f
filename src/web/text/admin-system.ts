import { loadWords } from './load-words.ts'
import { knowMessages } from './messages.ts'

const words = await loadWords('console')
knowMessages(words.consoleMessages)

export const adminSystemText = words.adminSystem
