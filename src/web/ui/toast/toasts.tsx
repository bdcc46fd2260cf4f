import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { toastHost } from './toast-host.ts'

/** Toasts at the bottom right; on a phone at the top, because the buttons are at the bottom. */
export function Toasts() {
  const wide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false })
  return (
    <Notifications
      position={wide ? 'bottom-right' : 'top-center'}
      containerWidth={420}
      transitionDuration={150}
      limit={3}
      portalProps={{ target: toastHost() }}
    />
  )
}
