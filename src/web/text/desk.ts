import { loadWords } from './load-words.ts'

export const deskText = (await loadWords('desk')).desk
