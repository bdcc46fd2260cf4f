import type * as es from '../../es/desk/desk.ts'
import type { Words } from '../../words.ts'

export const desk: Words<typeof es.desk> = {
  kpisTab: 'KPIs',
  detentionTab: 'Detention',
  logsTab: 'Logs',
  placesTab: 'Places',
  operatorsTab: 'Operators',
  alertsTab: 'Alerts',
  alertsUnseen: (count) =>
    count === 1 ? '1 alert that nobody has seen' : `${count} alerts that nobody has seen`,
  pack: 'Evidence',
  packOf: (what) => `Evidence: ${what}`,
  place: 'Place',
  outside: (distance) => `outside the park (${distance})`,
  outsideOf: (place) => `The step was recorded outside ${place}.`,
  idleTitle: 'Session ended for inactivity',
  idleLead: (minutes) =>
    `Nobody has used this page for ${minutes} minutes. What you typed is still here: log in again to go on.`,
  idleContinue: 'Go on',
  idleLeave: 'Leave',
  suggested: 'suggested by the phone',
}
