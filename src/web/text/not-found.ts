import { english } from './english.ts'
import type { Words } from './words.ts'

const es = {
  title: 'Page Not Found',
  hint: 'La dirección no existe o cambió. Revise el enlace o vuelva al inicio.',
  home: 'Volver al Inicio',
} as const

export type NotFoundWords = Words<typeof es>
export const notFoundText: NotFoundWords = english?.notFound ?? es
