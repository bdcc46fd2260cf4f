import type { ComponentType } from 'react'
import type { Part } from '../text/load-words.ts'

type Load = () => Promise<{ default: ComponentType }>

interface Page {
  path: string
  load: Load
  /** The words of its screens, besides those that every page has. */
  words?: Part
}

const auth: Load = () => import('./auth.tsx')
const recovery: Load = () => import('./recovery.tsx')
const admin: Load = () => import('./admin.tsx')
export const loadNotFound: Load = () => import('./not-found.tsx')

/** Each page is a chunk: a driver's phone never loads the supervisor's desk. */
export const PAGES: readonly Page[] = [
  { path: '/', load: auth },
  { path: '/auth', load: auth },
  { path: '/operator', load: () => import('./operator.tsx'), words: 'driver' },
  { path: '/supervisor', load: () => import('./supervisor.tsx'), words: 'desk' },
  { path: '/terms-conditions', load: () => import('./terms.tsx'), words: 'terms' },
  { path: '/forgot-password', load: recovery, words: 'recovery' },
  { path: '/reset-password', load: recovery, words: 'recovery' },
  { path: '/account', load: () => import('./account.tsx'), words: 'account' },
  { path: '/own-password', load: () => import('./own-password.tsx'), words: 'account' },
  { path: '/second-factor', load: () => import('./required-second-factor.tsx'), words: 'account' },
  { path: '/confirm-email', load: () => import('./confirm-email.tsx'), words: 'account' },
  { path: '/admin', load: admin, words: 'console' },
  { path: '/admin-console', load: admin, words: 'console' },
]
