import { loadWords } from './load-words.ts'

export const cameraText = (await loadWords('camera')).camera
