import type * as es from '../es/not-found.ts'
import type { Words } from '../words.ts'

export const notFound: Words<typeof es.notFound> = {
  title: 'Page Not Found',
  hint: 'The address does not exist or has changed. Check the link or go back to the beginning.',
  home: 'Back to the beginning',
}
