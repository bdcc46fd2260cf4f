import type * as es from '../../es/console/admin-settings.ts'
import type { Words } from '../../words.ts'

export const adminSettings: Words<typeof es.adminSettings> = {
  global: 'Global settings',
  loading: 'Loading the settings',
  loadFailed: 'The settings could not be loaded',
  saveFailed: 'The settings could not be updated',
  saved: 'Settings updated',
  limit: 'Operator limit',
  limitHint: 'For supervisors who have no limit of their own.',
  limitOption: (limit) => `${limit} operators`,
  tracking: 'Public tracking by container number',
  trackingHint:
    'Anyone can read the number off the box. A shared link shows what whoever shared it chose; this decides what is shown without one.',
  trackingChoices: {
    full: { label: 'Everything', hint: 'Also the driver and the position of the truck. Only if you must.' },
    status: {
      label: 'The status alone',
      hint: 'Type, status, steps and times; neither driver nor position.',
    },
    link: { label: 'Nothing without a link', hint: 'The number shows nothing: the shared link is needed.' },
  },
  registration: 'Registration of supervisors',
  registrationHint: 'Operators invited with a link can always register.',
  registrationChoices: {
    open: { label: 'Open', hint: 'Anyone can create their account from the first page.' },
    admin: { label: 'The administrator alone', hint: 'Supervisors are created in the tab Users.' },
  },
  idle: 'End of desks after inactivity',
  idleHint:
    'When nobody uses keyboard or mouse, the page asks to log in again, with what was typed intact. Live data do not count as use. Drivers are not affected.',
  idleChoice: (minutes) =>
    minutes === '0' ? 'Never' : Number(minutes) < 60 ? `${minutes} minutes` : `${Number(minutes) / 60} h`,
  secondFactor: 'Two-step verification of supervisors',
  secondFactorHint: 'Beside the password, a code of their phone. It is not asked of drivers.',
  secondFactorChoices: {
    optional: { label: 'Everyone decides', hint: 'It is switched on in «My account».' },
    required: {
      label: 'Required',
      hint: 'Who lacks it must switch it on before going on, also in an open session.',
    },
  },
  pointer: "To change a person's permissions, choose «Permissions» in the tab Users.",
  toUsers: 'Go to Users',

  permissionsOf: (name) => `Permissions of ${name}`,
  unknownUser: (id) => `There is no user #${id}.`,
  unknownUserHint: 'They may have been deleted. Go back to the list of users.',
  permissionsLoading: 'Loading the permissions',
  permissionsFailed: 'The permissions could not be loaded',
  changeFailed: 'The permissions could not be updated',
  features: 'Premium features',
  featureNames: {
    realTimeInfo: {
      label: 'Real-time operations',
      hint: 'The live board, the map, places and alerts.',
    },
    kpiVisibility: {
      label: 'Key performance indicators',
      hint: 'The figures, the reports, detention and evidence packs.',
    },
    operationLogs: { label: 'Operation logs', hint: 'The history of events and its export.' },
    fullScreenEnabled: { label: 'Full view', hint: 'The tracking page of an operation.' },
    linkSharing: { label: 'Share links', hint: 'Tracking links for customers.' },
  },
  premiumOn: 'Premium active',
  premiumOff: 'No premium',
  expires: (day) => `Expires on ${day}`,
  expired: (day) => `Expired on ${day}`,
  noExpiry: 'No expiry date',
  ownLimit: 'Operator limit',
  ownLimitHint: 'How many operators this supervisor may have.',

  soon: 'Coming soon',
  operatorFeatures: 'Features of the operator',
  operatorFeatureNames: {
    fullScreenEnabled: 'Document scanner',
    linkSharing: 'Wallet for fine payments',
    realTimeInfo: 'QR scanner',
    kpiVisibility: 'Personal figures',
    operationLogs: 'Trip history',
  },
  danger: 'Delete the account',
  dangerHint: "Their operations and events stay in their supervisor's history.",
  removeOperator: 'Delete Operator',
}
