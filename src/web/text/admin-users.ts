import { loadWords } from './load-words.ts'

export const adminUsersText = (await loadWords('console')).adminUsers
