import type * as es from '../../es/console/admin-users.ts'
import type { Words } from '../../words.ts'

export const adminUsers: Words<typeof es.adminUsers> = {
  heading: 'Users',
  loading: 'Loading the users',
  loadFailed: 'The users could not be loaded',
  search: 'Look for users',
  searchHint: 'Username, name or ID',
  refresh: 'Refresh',
  newSupervisor: 'New Supervisor',

  supervisors: 'Supervisors',
  operators: 'Operators',
  noSupervisors: 'No supervisors were found.',
  noOperators: 'No operators were found.',
  sortBy: (column) => `Sort by ${column}`,

  id: 'ID',
  username: 'Username',
  displayName: 'Name',
  state: 'Status',
  operatorCount: 'Operators',
  premium: 'Premium',
  supervisor: 'Supervisor',
  none: 'N/A',
  actions: 'Actions',
  count: (active, limit) => `${active} / ${limit}`,
  countHint: 'Active operators / limit',

  range: (first, last, all) => `${first}–${last} of ${all}`,
  pages: (table) => `Pages of ${table}`,
  previous: 'Previous page',
  next: 'Next page',

  premiumOf: (name) => `Premium of ${name}`,
  premiumFailed: 'The premium features could not be updated',
  differs: 'The server answered with another value',
  differsHint: (names) => `What the server stored is shown: ${names}.`,

  activate: 'Activate',
  deactivate: 'Deactivate',
  permissions: 'Permissions',
  remove: 'Delete',
  activateOf: (name) => `Activate ${name}`,
  deactivateOf: (name) => `Deactivate ${name}`,
  permissionsOf: (name) => `Permissions of ${name}`,
  removeOf: (name) => `Delete ${name}`,
  role: { supervisor: 'Supervisor', operator: 'Operator' },

  activateTitle: 'Activate user',
  deactivateTitle: 'Deactivate user',
  activateNote: 'They will be able to log in again at once.',
  deactivateNote:
    'They will not be able to log in. Their open sessions and their live connection end at once. Their data stays.',
  statusFailed: 'The status could not be updated',
  activated: 'User activated',
  deactivated: 'User deactivated',

  removeSupervisorTitle: 'Delete supervisor',
  removeOperatorTitle: 'Delete Operator',
  removeSupervisorNote: (operators) =>
    operators === 0
      ? 'Their account, operations, events and reports are deleted for ever.'
      : `Their account, their operators (${operators}), and all their operations, events and reports are deleted for ever.`,
  archiveNote: 'A file with everything that is deleted is kept first.',
  keyAgain: 'Administrator key',
  keyAgainHint: 'Deleting cannot be undone: for your security, enter it again.',
  removeOperatorNote:
    'Their account is deleted for ever and their sessions end. Their operations and events stay.',
  typeName: (username) => `To confirm, type the username: ${username}`,
  removing: 'Deleting...',
  removeSupervisorFailed: 'The supervisor could not be deleted. Try again.',
  removeOperatorFailed: 'The operator could not be deleted. Try again.',
  removedTitle: 'Supervisor deleted',
  removedOperator: 'Operator deleted',
  removedName: (name, username) => `${name} (${username}) no longer exists.`,
  archive: 'File kept',
  removedOperators: 'Operators',
  removedContainers: 'Operations',
  removedEvents: 'Events',
  removedReports: 'Reports',

  newPhone: 'Telephone',
  newPhoneHint: 'Leave it empty to remove it.',
  noPhone: 'No telephone: their operators cannot call them from their trip.',
  addPhone: 'Add a telephone',
  changePhone: 'Change the telephone',
  savePhone: 'Save telephone',
  saving: 'Saving...',
  phoneSaved: 'Telephone saved',
  resetTitle: 'Password',
  resetHint:
    'Sends a link to their e-mail address, to choose a new password. Until they use it, the present one is good.',
  resetSend: 'Send a reset',

  createTitle: 'New Supervisor',
  askOwnHint: 'The supervisor chooses one before they begin, so that nobody else acts in their name.',
  create: 'Create supervisor',
  creating: 'Creating...',
  created: 'Supervisor created',
  createdHint: (name) => `${name} can log in now, with a 30-day premium trial.`,
  createFailed: 'The supervisor could not be created. Check the data and try again.',
}
