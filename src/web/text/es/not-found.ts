import type { Words } from '../words.ts'

export const notFound = {
  title: 'Page Not Found',
  hint: 'La dirección no existe o cambió. Revise el enlace o vuelva al inicio.',
  home: 'Volver al Inicio',
} as const

export type NotFoundWords = Words<typeof notFound>
