import type * as es from '../../es/console/admin.ts'
import type { Words } from '../../words.ts'

export const admin: Words<typeof es.admin> = {
  title: 'Administrator Console',
  name: 'Administrator',
  tabs: 'Sections of the console',
  usersTab: 'Users',
  metricsTab: 'Metrics',
  settingsTab: 'Settings',
  systemTab: 'System',

  root: 'Administration',
  trail: 'Where you are',
  users: 'Users',
  permissions: 'Permissions',
  system: 'System',
  metrics: 'Metrics',
  user: (id) => `User #${id}`,

  key: 'Administrator Key',
  keyRequired: 'The administrator key is required',
  showKey: 'Show or hide the key',
  enter: 'Enter the System',
  entering: 'Verifying...',
  loginFailed: 'Authentication error',
  noSession: 'The administrator session could not be established',
  unknownError: 'Unknown error',
  sessionEnded: 'Your administrator session has ended. Enter the key to go on.',
  tryAgainIn: (seconds) => `Try again in ${seconds} s.`,
  tryAgainNow: 'You can try again now.',
  backToLogin: 'Go to the login',
  logoutFailed: 'Could not log out',

  network: 'Network error: Could not connect to the server',
  timeout: 'Timeout: The request took too long',
  notJson: 'Invalid answer: Not JSON',
  http: (status, statusText) => `Error ${status}: ${statusText}`,
  connectionError: 'Connection error',

  yes: 'Yes',
  no: 'No',
  active: 'Active',
  inactive: 'Inactive',
}
