import type { evidence as spanish } from '../../es/desk/evidence.ts'
import type { Words } from '../../words.ts'

export const evidence: Words<typeof spanish> = {
  title: (what) => `Evidence: ${what}`,
  hint: 'What was agreed, each step with its times and the sum, with a code that anybody can check.',
  download: { pdf: 'Download PDF', csv: 'Download CSV' },
  downloaded: 'Evidence downloaded',
  failed: 'The evidence could not be issued',
  locked: 'Evidence is issued with the premium function of figures.',
  links: 'Links to the evidence',
  linksHint:
    'A link opens the version of today without logging in, until it expires or you revoke it. After a correction, make another one.',
  linksLocked: 'Links are made with the premium function of sharing links.',
  version: (version) => `Opens version ${version}`,
  nameHint: 'Only you see it: the accounting office, the auditor.',
  mail: {
    sent: (at) => `Handed to the mail server, ${at}`,
    waiting: (since) => `Waiting since ${since}; it leaves in a moment`,
    retried: (since, why) => `Waiting since ${since}, tried again: ${why}`,
    failed: (why) => `Could not be delivered: ${why}`,
  },
  mailCauses: {
    server: 'the mail server is not available',
    recipient: 'the address does not exist or takes no mail',
    content: 'the mail server did not accept the message',
    later: 'the server asked to try later',
    other: 'tell the administrator',
  },
}
