import type { NotFoundWords } from '../es/not-found.ts'

export const notFound: NotFoundWords = {
  title: 'Page Not Found',
  hint: 'The address does not exist or has changed. Check the link or go back to the beginning.',
  home: 'Back to the beginning',
}
