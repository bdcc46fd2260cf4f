import { fileURLToPath } from 'node:url'

/** Absolute path of the project, without a closing slash, independent of the working directory. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
