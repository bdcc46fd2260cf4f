import { loadWords } from './load-words.ts'
import { knowMessages } from './messages.ts'

const words = await loadWords('desk')

export const deskText = words.desk
knowMessages(words.deskMessages)
