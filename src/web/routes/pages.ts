import type { ComponentType } from 'react'
import type { Part } from '../text/load-words.ts'

type Load = () => Promise<{ default: ComponentType }>

interface Page {
  path: string
  load: Load
  /** The words of its screens, besides those that every page has. */
  words?: readonly Part[]
}

const auth: Load = () => import('./auth.tsx')
const recovery: Load = () => import('./recovery.tsx')
const admin: Load = () => import('./admin.tsx')
export const loadNotFound: Load = () => import('./not-found.tsx')

/** Each page is a chunk: a driver's phone never loads the supervisor's desk. */
export const PAGES: readonly Page[] = [
  { path: '/', load: auth, words: ['accounts'] },
  { path: '/auth', load: auth, words: ['accounts'] },
  { path: '/operator', load: () => import('./operator.tsx'), words: ['driver'] },
  { path: '/supervisor', load: () => import('./supervisor.tsx'), words: ['desk', 'accounts'] },
  { path: '/terms-conditions', load: () => import('./terms.tsx'), words: ['terms'] },
  { path: '/forgot-password', load: recovery, words: ['recovery', 'accounts'] },
  { path: '/reset-password', load: recovery, words: ['recovery', 'accounts'] },
  { path: '/account', load: () => import('./account.tsx'), words: ['account', 'accounts'] },
  { path: '/own-password', load: () => import('./own-password.tsx'), words: ['account', 'accounts'] },
  {
    path: '/second-factor',
    load: () => import('./required-second-factor.tsx'),
    words: ['account', 'accounts'],
  },
  { path: '/confirm-email', load: () => import('./confirm-email.tsx'), words: ['account', 'accounts'] },
  { path: '/admin', load: admin, words: ['console'] },
  { path: '/admin-console', load: admin, words: ['console'] },
]
