/**
 * What may import what, as data. `packages` names the npm packages a module may load at run time; `node` allows Node's
 * own modules.
 * @typedef {{ name: string, paths: readonly string[] }} Layer Folders end with `/`; paths are relative to the module.
 * @typedef {{ imports: readonly string[], node: boolean, packages: 'none' | 'server' | 'browser' | readonly string[],
 *   layers?: readonly Layer[] }} Module `layers` from top to bottom.
 * @typedef {{ modules: Record<string, Module>, featureGroups: Record<string, readonly string[]>,
 *   publicFiles: Record<string, readonly string[]>,
 *   record: { schema: string, homes: readonly string[], exceptions: Record<string, string> } }} Table
 */

/** @type {Record<string, Module>} */
const modules = {
  domain: { imports: [], node: false, packages: 'none' },
  contract: { imports: ['domain'], node: false, packages: ['zod'] },
  'embedded-postgres': { imports: [], node: true, packages: ['pg'] },
  server: {
    imports: ['domain', 'contract', 'embedded-postgres'],
    node: true,
    packages: 'server',
    layers: [
      {
        name: 'process',
        paths: [
          'main.ts',
          'restore.ts',
          'verify.ts',
          'doctor.ts',
          'doctor/',
          'second-factor-off.ts',
          'serve.ts',
          'start-failure.ts',
          'clock-watch.ts',
          'cluster/',
          'app.ts',
          'scopes.ts',
          'data-folder.ts',
          'processes.ts',
          'process-metrics.ts',
          'jobs/',
        ],
      },
      { name: 'features', paths: ['features/'] },
      { name: 'dependencies', paths: ['deps.ts'] },
      { name: 'live', paths: ['live/'] },
      { name: 'record', paths: ['record/'] },
      { name: 'http', paths: ['http/'] },
      { name: 'identity', paths: ['identity/'] },
      { name: 'db', paths: ['db/'] },
      {
        name: 'base',
        paths: ['adapters/', 'text/', 'config.ts', 'environment.ts', 'backup-place.ts', 'log/', 'version.ts'],
      },
    ],
  },
  web: {
    imports: ['domain', 'contract'],
    node: false,
    packages: 'browser',
    layers: [
      { name: 'routes', paths: ['first-paint.ts', 'start.ts', 'main.tsx', 'routes/', 'service-worker/'] },
      { name: 'features', paths: ['features/'] },
      { name: 'api', paths: ['api/'] },
      { name: 'ui', paths: ['ui/', 'styles/'] },
      { name: 'lib', paths: ['lib/'] },
      { name: 'text', paths: ['text/'] },
    ],
  },
}

/** @type {Table} */
export const table = {
  modules,

  /**
   * Who may name the tables of the record: its layer, and `db`, where backup, rights and the migration tool find every table.
   * `exceptions`: other files, each with its reason.
   */
  record: {
    schema: 'src/server/db/schema/record.ts',
    homes: ['src/server/record/', 'src/server/db/'],
    exceptions: {
      'src/server/features/console/backups/queries.ts':
        'a removal: it locks and archives all tables of a supervisor, those of the record among them',
    },
  },

  /** Features of the server by group, bottom to top: each may import those before it. */
  featureGroups: {
    base: ['audit', 'settings', 'entitlements', 'mails'],
    people: ['email', 'second-factor', 'accounts', 'passkeys', 'recovery', 'own-account', 'operators'],
    driver: ['places', 'operations'],
    public: ['forecast', 'links', 'tracking'],
    desk: ['history', 'kpis', 'reports', 'alerts', 'detention', 'evidence'],
    console: ['usage', 'backups', 'admin'],
  },

  /** What features above, and jobs, may import of a feature; the composition imports its routes as well. */
  publicFiles: {
    accounts: [
      'service.ts',
      'queries.ts',
      'sessions.ts',
      'devices.ts',
      'limits.ts',
      'login.ts',
      'owed.ts',
      'password-stamp.ts',
      'new-password.ts',
      'phone.ts',
      'present.ts',
    ],
    alerts: ['judging/service.ts', 'push/sender.ts', 'digest.ts'],
    audit: ['copy.ts', 'service.ts', 'trail.ts', 'verification.ts', 'verify.ts'],
    backups: ['service.ts', 'archive.ts', 'wholeness.ts', 'nightly.ts', 'queries.ts'],
    detention: ['service.ts', 'judge.ts', 'settlement/service.ts'],
    email: ['service.ts', 'queries.ts'],
    evidence: ['renewal/service.ts'],
    entitlements: ['service.ts', 'administration.ts', 'expiry.ts', 'policy.ts'],
    forecast: ['present.ts', 'service.ts'],
    kpis: ['service.ts', 'turn-times/service.ts'],
    links: ['queries.ts', 'present.ts', 'tokens.ts', 'views.ts', 'visits.ts'],
    mails: ['service.ts', 'sender.ts', 'queries.ts', 'present.ts'],
    operations: ['places.ts', 'present.ts', 'board-source.ts', 'queries.ts'],
    operators: ['invitations.ts', 'removal.ts', 'queries.ts'],
    passkeys: ['queries.ts'],
    places: ['outside/steps.ts', 'queries.ts'],
    recovery: ['queries.ts', 'service.ts'],
    'second-factor': ['judge.ts', 'service.ts'],
    settings: ['service.ts', 'watched.ts'],
    tracking: ['service.ts', 'page/document.ts', 'page/language.ts', 'page/sketch.ts'],
    usage: ['counter.ts', 'service.ts'],
  },
}
