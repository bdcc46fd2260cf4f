import type * as es from '../es/common.ts'
import type { Words } from '../words.ts'

export const common: Words<typeof es.common> = {
  locale: 'en',
  appName: 'Acarreo',
  loading: 'Loading',
  retry: 'Try again',
  noConnection: 'No connection to the server. Check your network and try again.',
  serverAway: 'No connection to the server',
  reload: 'Reload the page',
  updateOffered: 'There is a new version of Acarreo.',
  updateAccept: 'Update now',
  online: 'Online',
  connecting: 'Connecting',
  offline: 'Offline',
  onlineHint: 'Connected in real time',
  offlineHint: 'No real-time connection',
  logout: 'Logout',
  myAccount: 'My account',
  momentAgo: 'a moment ago',
  minutesAgo: (minutes) => `${minutes} min ago`,
  hoursAgo: (hours) => `${hours} h ago`,
  closeToast: 'Close notice',
  renderFailureTitle: 'The page could not be shown',
  renderFailureHint: 'Your data is safe. Reload the page to go on.',
}
