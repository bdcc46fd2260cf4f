/** What shows that a command of the pages does what they say: a test by `file › name`, or why nothing runs it. */
export type Proof = { test: string } | { unproven: string }

const OWN = (name: string): Proof => ({ test: `test/scripts/operations/own-postgres.test.ts › ${name}` })
const KEYS = (name: string): Proof => ({ test: `test/scripts/operations/keys.test.ts › ${name}` })
const PACKAGE = (name: string): Proof => ({ test: `test/durability/package.test.ts › ${name}` })

const STARTS = PACKAGE(
  'the archive starts where nothing can be installed or built, and its programs run beside it',
)
const VERIFIES = OWN('verify beside it: alone, against the backup, and against a text with anchors')
const DOCTOR: Proof = { test: 'test/durability/doctor.test.ts › finds an installation well' }
const RESTORES = OWN('two roles and a database; the restore as their owner')
const OFFSITE: Proof = {
  test: 'test/backup/offsite.test.ts › copies its backup to a bucket, from where it is restored',
}
const QUESTIONS = OWN('every question of the pages to the database is one that PostgreSQL answers')
const AGE_KEY = KEYS('makes a key for backups, by the same command in both places')
const SECRET = KEYS('makes a secret that the product takes')
const INSTALLS = PACKAGE('the lines of the document install the archive by the script in it')

const systemd: Proof = { unproven: 'needs systemd as the first process of the machine' }
const abroad: Proof = { unproven: 'another project’s program, which needs the network or a picture' }

const MAINTENANCE_OFF = `curl -X POST -H "X-Admin-Key: …" -H 'content-type: application/json' -d '{"key":"maintenance_mode","value":"false"}' …/api/admin/settings`

/** By the key of the block (`document.ts`). */
export const blockProofs: Readonly<Record<string, Proof>> = {
  'operations › First start › sh': {
    test: 'test/durability/stop.test.ts › SIGTERM for npm stops the product, though npm and its shell hand it to nobody',
  },
  'operations › The package › sh': INSTALLS,
  'operations › The package › sh 2': systemd,
  'operations › As a service › sh': INSTALLS,
  'operations › In a container › sh': { unproven: 'needs a container engine' },
  'operations › HTTPS behind a proxy › nginx': {
    test: 'test/scripts/operations/proxy.test.ts › the doctor finds nothing wrong through it',
  },
  'operations › Your own PostgreSQL › sql': RESTORES,
  'operations › Your own PostgreSQL › sh': RESTORES,
  'operations › Anchors › sh': VERIFIES,
  'operations › Replicas › sql': OWN('a streaming replica'),
  'operations › Replicas › sh': OWN('a streaming replica'),
  'operations › PgBouncer › ini': {
    test: 'test/durability/pgbouncer.test.ts › with the settings of the account everything works, in processes that share connections',
  },
  'operations › PgBouncer › sql': {
    test: 'test/durability/pgbouncer.test.ts › with the settings of the account everything works, in processes that share connections',
  },
  'operations › Map tiles › sh': abroad,
  'operations › Map tiles › sh 2': abroad,
  'operations › Backup and restore › sh': OWN('maintenance on, a backup, the stop'),
  'operations › Backup and restore › sh 2': RESTORES,
  'operations › Backups off the machine › sh': OFFSITE,
  'operations › Encrypted backups › sh': AGE_KEY,
  'operations › New secrets › sh': SECRET,
  'operations › The audit log elsewhere › text': {
    test: 'test/scripts/operations/collectors.test.ts › rsyslog understands what sends the audit log away',
  },
  'operations › Log › text': { unproven: 'lines of the log, which nobody types' },
  'operations › Event loop › text': { unproven: 'a line of the log, which nobody types' },
  'runbook › First of all › sh': {
    unproven: 'systemd-run needs systemd as the first process; the doctor has test/durability/doctor.test.ts',
  },
  'runbook › Setting up › yaml': {
    test: 'test/scripts/operations/collectors.test.ts › Prometheus understands its configuration, and the alarms',
  },
}

/** By the command as it stands in a sentence. */
export const inlineProofs: Readonly<Record<string, Proof>> = {
  'node dist/server/main.js': STARTS,
  'node dist/server/verify.js [--against FILE]': STARTS,
  'node dist/server/restore.js FILE': STARTS,
  'node dist/server/doctor.js': DOCTOR,
  'node dist/server/second-factor-off.js': STARTS,
  'npm run verify': VERIFIES,
  'npm run restore': RESTORES,
  'npm run restore -- /mnt/respaldos/acarreo/acarreo-….ndjson.gz.age': RESTORES,
  'npm run restore -- s3://bucket/prefix/acarreo-….ndjson.gz.age': OFFSITE,
  'npm run verify -- --against s3://bucket/prefix/acarreo-….ndjson.gz.age': {
    test: 'test/backup/offsite.test.ts › copies what the record is compared with later, in the bucket',
  },
  'npm run doctor': DOCTOR,
  'npm run second-factor-off': STARTS,
  'npm start': {
    test: 'test/durability/stop.test.ts › SIGTERM for npm stops the product, though npm and its shell hand it to nobody',
  },
  'npm start -- --processes 4': {
    test: 'test/durability/cluster.test.ts › a cluster serves as one process does: one address, one limit, one sum of metrics, one clean stop',
  },
  'npm run bench -- upgrade': {
    unproven: 'a measurement; the swap that it measures has a test of the package',
  },
  'npx tsx --conditions=acarreo-source bench/backup.ts': { unproven: 'a measurement' },
  'systemctl start': systemd,
  'systemctl start acarreo': systemd,
  'systemctl edit acarreo': systemd,
  'systemctl restart acarreo': systemd,
  'systemctl status acarreo': systemd,
  'journalctl -u acarreo -n 50': systemd,
  'systemd-analyze security acarreo': {
    test: 'test/scripts/operations/service.test.ts › systemd understands the unit, and calls it as closed as the document says',
  },
  'sh install.sh acarreo-NEW-linux-x64.tar.gz': INSTALLS,
  'sh install.sh VERSION': PACKAGE('a swap to another version and back loses no press, and lasts seconds'),
  'openssl rand -hex 32': SECRET,
  'age -d -i KEYFILE FILE | gunzip': KEYS('a backup under a key of age-keygen is read without the product'),
  'gunzip -c': KEYS('one without a key is lines of JSON to gunzip'),
  'grype sbom:dist/sbom.cdx.json': abroad,
  'pmtiles show FILE': abroad,
  'alter role … password': { unproven: 'PostgreSQL’s own, shortened' },
  'ulimit -Hn': { unproven: 'the shell’s own' },
  'mv DATA_DIR/postgres DATA_DIR/postgres-before': OWN(
    'the same file into the embedded database, after the old one has been moved aside',
  ),
  'du -xh --max-depth=2 DATA_DIR': OWN(
    'the same file into the embedded database, after the old one has been moved aside',
  ),
  [MAINTENANCE_OFF]: OWN('maintenance on, a backup, the stop'),
  "select * from pg_stat_activity where state = 'idle in transaction'": QUESTIONS,
  'select * from pg_stat_replication': QUESTIONS,
  'select pid, state, wait_event, query from pg_stat_activity': QUESTIONS,
  'select pid, usename, state, age(backend_xmin), query from pg_stat_activity where backend_xmin is not null':
    QUESTIONS,
  'select pg_is_in_recovery()': QUESTIONS,
  "select pid, state, query_start from pg_stat_activity where query like '%advisory%'": QUESTIONS,
}
