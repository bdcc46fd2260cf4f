import type * as es from '../../es/console/admin-system.ts'
import type { Words } from '../../words.ts'

export const adminSystem: Words<typeof es.adminSystem> = {
  heading: 'System',
  loadFailed: 'The data could not be loaded',
  version: 'Version',
  defaultVersion: '1.0.0',
  maintenance: 'Maintenance mode',
  maintenanceOn: 'On: nobody but you can use the system.',
  maintenanceOff: 'Off: everybody can use the system.',
  maintenanceTitle: 'Turn maintenance mode on',
  maintenanceQuestion: 'All supervisors, operators and visitors will see the maintenance page.',
  maintenanceCount: (supervisors, operators) =>
    `Today that is ${supervisors} ${supervisors === 1 ? 'supervisor' : 'supervisors'} and ${operators} ${operators === 1 ? 'operator' : 'operators'} with access, and whoever follows a container.`,
  maintenanceNote:
    'Phones keep what drivers record and deliver it afterwards. Everything comes back by itself when it is turned off.',
  maintenanceConfirm: 'Turn on',

  sync: 'Data synchronization',
  syncHint: 'The database is the truth; memory only keeps the active operations to answer quickly.',
  actions: {
    backup: {
      label: 'Memory to database',
      hint: 'Stores what is missing and writes a full backup.',
      failed: 'Backup error',
    },
    load: {
      label: 'Database to memory',
      hint: 'Reads the active operations again.',
      failed: 'Load error',
    },
    verify: {
      label: 'Verify memory',
      hint: 'Compares the two, row by row, and the record with its chains.',
      failed: 'Verification error',
    },
  },
  working: 'Working...',
  resultOf: (label) => `Result: ${label}`,
  users: 'Users',
  containers: 'Operations',
  events: 'Events',
  board: 'Active in memory',
  backupFile: 'Backup',
  container: 'Container',
  difference: 'Difference',
  inMemory: 'In memory',
  inDatabase: 'In the database',
  kinds: {
    only_in_memory: 'Only in memory',
    only_in_database: 'Only in the database',
    different: 'Different',
  },
  versionOf: (version) => (version === 1 ? '1 event' : `${version} events`),
  missing: 'Not there',
}
