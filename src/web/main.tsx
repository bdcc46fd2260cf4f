import './start.ts'
import './styles/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { useLocation } from 'wouter'
import { userQuery } from './api/people/session.ts'
import { queryClient } from './api/query-client.ts'
import { MaintenanceScreen } from './features/console/maintenance/maintenance-screen.tsx'
import { keepOnDevice } from './lib/app-update.ts'
import { Router } from './routes/router.tsx'
import { lightOnPaper } from './styles/light-on-paper.ts'
import { theme } from './styles/theme.ts'
import { LOCALE } from './text/page.ts'
import { RenderFailure } from './ui/loading/render-failure.tsx'
import { UpdateOffer } from './ui/page/update-offer.tsx'
import { Toaster } from './ui/toast/toaster.tsx'

/** Where drivers and supervisors enter. Others, who only track a container, must not download the driver's part. */
const KEPT_WAY = /^\/(?:operator|auth|supervisor)?\/?$/
let keeping = false

function KeepOnDevice() {
  const [path] = useLocation()
  const wanted = KEPT_WAY.test(path)
  useEffect(() => {
    if (!wanted || keeping) return
    keeping = true
    keepOnDevice()
  }, [wanted])
  return null
}

// The language of the words on the page: the other one where the chosen language failed to load.
document.documentElement.lang = LOCALE
lightOnPaper()

/** Pages that ask first who is there. Asked while the page's own chunk loads: one round trip less on a slow network. */
const ASKS_WHO = /^\/(?:operator|auth|supervisor)?(?:\/|$)/
if (ASKS_WHO.test(window.location.pathname)) void queryClient.prefetchQuery(userQuery)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <KeepOnDevice />
        <UpdateOffer />
        <RenderFailure>
          <Router />
        </RenderFailure>
        <Toaster />
        <MaintenanceScreen />
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
)
