import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { PageLoading } from '../ui/loading/page-loading.tsx'
import { loadNotFound, PAGES } from './pages.ts'

const ROUTES = PAGES.map(({ path, load }) => ({ path, Page: lazy(load) }))
const NotFound = lazy(loadNotFound)

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
