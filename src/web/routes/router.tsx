import { type ComponentType, lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { queryClient } from '../api/query-client.ts'
import { userQuery } from '../api/session.ts'
import { PageLoading } from '../ui/loading/page-loading.tsx'

type Load = () => Promise<{ default: ComponentType }>

const auth: Load = () => import('./auth.tsx')
const recovery: Load = () => import('./recovery.tsx')
const admin: Load = () => import('./admin.tsx')
const notFound: Load = () => import('./not-found.tsx')

/** Each page is a chunk of its own: a driver's phone never loads the supervisor's desk. */
const PAGES: readonly { path: string; load: Load }[] = [
  { path: '/', load: auth },
  { path: '/auth', load: auth },
  { path: '/operator', load: () => import('./operator.tsx') },
  { path: '/supervisor', load: () => import('./supervisor.tsx') },
  { path: '/container/:containerId?', load: () => import('./container.tsx') },
  { path: '/terms-conditions', load: () => import('./terms.tsx') },
  { path: '/forgot-password', load: recovery },
  { path: '/reset-password', load: recovery },
  { path: '/admin', load: admin },
  { path: '/admin-console', load: admin },
]

const ROUTES = PAGES.map(({ path, load }) => ({ path, Page: lazy(load) }))
const NotFound = lazy(notFound)

/** Where the first thing that the page wants to know is who is there. */
const ASK_WHO: ReadonlySet<string> = new Set(['', 'auth', 'operator', 'supervisor'])

/** Starts loading the page at `path`, so that it comes along with whatever else happens at the start. */
export function preloadRoute(path: string): void {
  const first = path.split('/')[1] ?? ''
  // Asked while the page's own part is on its way: over a slow network that is one wait less.
  if (ASK_WHO.has(first)) void queryClient.prefetchQuery(userQuery)
  const page = PAGES.find(({ path: pattern }) => (pattern.split('/')[1] ?? '') === first)
  // A failure is not lost: the page itself asks again when it is drawn, and the failure page shows.
  void (page?.load ?? notFound)().catch(() => undefined)
}

export function Router() {
  return (
    <Suspense fallback={<PageLoading />}>
      <Switch>
        {ROUTES.map(({ path, Page }) => (
          <Route key={path} path={path}>
            <Page />
          </Route>
        ))}
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Suspense>
  )
}
