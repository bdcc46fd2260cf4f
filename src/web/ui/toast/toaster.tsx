import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { toastHost } from './toast-host.ts'

/** On a phone the bottom belongs to the thumb: toasts come from the top there. */
export function Toaster() {
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
