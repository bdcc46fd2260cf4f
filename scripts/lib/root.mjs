import { fileURLToPath } from 'node:url'

/** Absolute path of the project, without a closing slash, wherever the command was typed. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
