import type { MessageParams, MessageWords } from '#contract/http/messages'

const operations = (n: number): string => `${n.toLocaleString('en')} ${n === 1 ? 'operation' : 'operations'}`

type Recorded = MessageParams['record_whole']

const recorded = ({ operations: n, events, corrections }: Recorded): string =>
  `${operations(n)}, ${events.toLocaleString('en')} events, ${corrections.toLocaleString('en')} corrections`

const recordAt = (position: number): string => (position === 0 ? 'the operation' : `record ${position}`)

/** What the server says to the console alone. */
export const consoleMessages = {
  supervisor_not_found: 'The supervisor was not found.',
  invalid_admin_key: 'Wrong administrator key',
  admin_proof_required: 'For your security, enter the administrator key again.',
  supervisor_protected: 'Supervisor 1 cannot be deleted.',
  operator_active_to_administrator: ({ displayName, containerNumber }) =>
    `${displayName} has an active operation (${containerNumber}). You can delete them when it ends. In the meantime you can deactivate them.`,
  setting_unknown: 'There is no such setting',
  admin_key_required: 'The administrator key is required',
  admin_proof_given: 'Key checked.',
  reset_sent: ({ email, minutes }) =>
    `The link is on its way to ${email}. It is valid for ${minutes} minutes and works once. “System”, “Mails” shows whether it has left.`,
  account_without_email:
    'This account has no e-mail address. A driver gets another password from their supervisor; a supervisor adds an address in “My account”.',
  account_is_deactivated: 'This account is deactivated: activate it before you send the link.',
  mail_not_found: 'The mail was not found. The list keeps thirty days.',
  mail_ended:
    'That mail was sent already, or what it says is no good any more. Its receiver can ask for another.',

  // Memory of the server
  backup_running: 'A backup is being written already. Wait until it has finished.',
  backup_written: ({ file }) => `Everything is in the database. Backup written: ${file}`,
  memory_ahead: ({ count }) =>
    `The memory is ahead of the database by ${operations(count)}: the database was put back to an earlier state. Nothing was written and no backup was made. If the database is right, use “Database to memory”.`,
  memory_loaded: ({ count }) => `Memory loaded from the database: ${operations(count)} under way.`,
  memory_equal: ({ count }) => `The memory and the database agree: ${operations(count)} under way.`,
  memory_differs: ({ count }) => `The memory and the database differ in ${operations(count)}.`,
  record_whole: (counts) => `Record whole: ${recorded(counts)}.`,
  record_whole_so_far: (counts) =>
    `Record whole as far as the time allowed: ${recorded(counts)}. All of it: npm run verify.`,
  record_numbers: ({ supervisor, records, counter }) =>
    `Record altered: the numbers of supervisor ${supervisor} have gaps (${records} records, counter ${counter}).`,
  record_altered: ({ container, position }) =>
    `Record altered: ${container}, ${recordAt(position)} is not what was reported.`,
  record_gap: ({ container, position }) =>
    `Record altered: ${container}, something is missing before ${recordAt(position)}.`,
  record_foreign: ({ container, position }) =>
    `Record altered: ${container}, ${recordAt(position)} is of another operation.`,
  record_uncorrected: ({ container, position }) =>
    `Record altered: ${container}, ${recordAt(position)} is not what its corrections say.`,
  audit_whole: ({ lines }) => `Audit log whole: ${lines.toLocaleString('en')} lines.`,
  audit_whole_so_far: ({ lines }) =>
    `Audit log whole as far as the time allowed: ${lines.toLocaleString('en')} lines. All of it: npm run verify.`,
  audit_altered: ({ chain, line }) =>
    line === 0
      ? `Audit log altered: the newest lines of the chain “${chain}” are missing.`
      : `Audit log altered: line ${line} of the chain “${chain}” is not the one that follows.`,
  record_state: ({ container }) => `Record altered: ${container} does not stand as its records say.`,
  record_renumbered: ({ container, position }) =>
    `Record altered: ${container}, ${recordAt(position)} has another container number.`,
  removal_altered: ({ account }) =>
    `Record altered: what is left of the removed account ${account} is not what was written, or something before it is missing.`,
  removal_untold: ({ account }) =>
    `Record altered: the audit log does not say who removed the account ${account}.`,
  removal_undone: ({ account }) => `Record altered: the account ${account} was removed and is there again.`,
  removal_unmarked: ({ account }) =>
    `Record altered: the audit log says that the account ${account} was removed, and nothing is left of it.`,
  pack_altered: ({ subject, version }) =>
    `Evidence pack altered: ${subject}, version ${version}, is not what was issued.`,
  pack_gap: ({ subject, version }) =>
    `Evidence pack missing: ${subject}, a version before ${version} is missing.`,
  pack_unfounded: ({ subject, version }) =>
    `Record altered: the evidence pack ${subject}, version ${version}, quotes what is no longer in the record.`,
  pack_missing: ({ subject, version }) =>
    `Evidence pack missing: ${subject}, version ${version}, was issued and is gone.`,
} satisfies Partial<MessageWords>
