import type * as es from '../../es/people/premium.ts'
import type { Words } from '../../words.ts'

export const premium: Words<typeof es.premium> = {
  welcomeTitle: 'Welcome to Premium',
  welcome: 'Your account has these features:',
  until: (day) => `Your premium period ends on ${day}.`,
  start: 'Start using it',
  features: {
    realTimeInfo: 'Operations in real time with map, places and alerts',
    kpiVisibility: 'Key performance indicators, reports and detention',
    operationLogs: 'Operation logs with export',
    fullScreenEnabled: 'Full view of each operation',
    linkSharing: 'Tracking links to share',
  },

  endingTitle: 'Your premium period is about to end',
  ending: (days, day) =>
    days <= 1 ? `It ends in less than a day, on ${day}.` : `It ends in ${days} days, on ${day}.`,
  endingHint: 'When it ends, premium features are locked. Your records and your operators stay.',
  endedTitle: 'Your premium period has ended',
  ended: (day) => `It ended on ${day}. Premium features are locked.`,
  endedHint: 'Your records and your operators stay, and your operators can go on working.',
  renew: 'To renew it, contact the administrator:',
}
