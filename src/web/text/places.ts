import { loadWords } from './load-words.ts'
import { knowMessages } from './messages.ts'

const words = await loadWords('places')

export const placesText = words.places
knowMessages(words.placeMessages)
