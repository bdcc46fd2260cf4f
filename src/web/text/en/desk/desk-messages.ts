import type { MessageWords } from '#contract/http/messages'

/** What the server says to the desk alone. */
export const deskMessages = {
  correction_reason: 'Say why, in 3 to 300 characters.',
  correction_out_of_bounds:
    'The time must lie between those of the events before and after it, and not in the future.',
  correction_not_a_stop: 'Only the kind of a stop can be corrected.',
  correction_no_change: 'It is so already: there is nothing to correct.',
  filter_too_long: 'Too many values in a filter',
  month_expected: 'A month yyyy-MM is expected',
  event_type_unknown: 'Unknown event type',
  report_not_found: 'The report was not found.',
  link_not_found: 'The link was not found.',
  alert_not_found: 'The alert was not found.',
  alert_rule_not_found: 'The rule was not found.',
  contract_not_found: 'The agreement was not found.',
  evidence_not_found: 'The evidence was not found.',
  operator_limit: ({ limit }) => `You have reached the limit of ${limit} operators. You cannot add more.`,
  operator_active_to_supervisor: ({ displayName, containerNumber }) =>
    `${displayName} has an active operation (${containerNumber}). You can delete them when it ends. If they will not finish it, cancel it with “Correct”.`,
  link_ended: 'This link has expired or was revoked. Make another one under “Links”.',
  alert_rule_limit: ({ limit }) => `You can have ${limit} rules. Remove one before you add another.`,
  alert_parameter: 'The value is outside what this rule allows.',
  alert_rule_standard: 'This rule cannot be removed; you can switch it off.',
  push_limit: ({ limit }) =>
    `${limit} browsers already get notifications. Switch them off in one that you no longer use.`,
  push_host: 'This browser uses a notification service that is not known.',
  link_limit: ({ limit }) =>
    `There are ${limit} links already, with those expired and revoked. No more can be made.`,
  link_name_required: 'Write whom the link is for',
  link_name_too_long: ({ max }) => `The name must have at most ${max} characters`,
  link_days_invalid: 'Choose how many days the link is valid, from 1 to 365',
  contract_overlaps:
    'Another agreement with the same client, place and type is valid on one of those days. End it first, or change the days.',
  contract_limit: ({ limit }) => `You already have ${limit} agreements. Change one that you no longer use.`,
  contract_name_required: 'Write a name for the agreement',
  contract_name_too_long: ({ max }) => `The name must have at most ${max} characters`,
  contract_minutes: 'Write whole minutes; blocks have at least one',
  contract_rate: 'Write the rate in pesos per hour, without a sign',
  contract_steps: 'The steps of the rate must rise, and the last one has no limit',
  contract_pause: 'Write the time as 14:00',
  quiet_hours_same: 'Quiet hours cannot start and end at the same time',
  contract_pauses_day: 'The pauses cover the whole day and nothing would be counted. Leave some time free',
  contract_day: 'Choose a day',
  contract_tax: 'Write the VAT in percent, from 0 to 100',
  evidence_outdated: 'There is a newer version of this evidence. Open it again and send that one.',
  evidence_mails: 'Many mails were sent already. Send the link by WhatsApp, or try again later.',
  email_unproven: "Confirm your own address in 'My account' first: the message says who sends it.",
  settlement_note: 'Write a note: what is disputed, how it was answered, or why it is waived.',
  settlement_open: 'One of the visits is still under way. It can be settled when it is over.',
  contract_days: 'The last day cannot be before the first',
  evidence_open: 'The operation is under way. Its evidence is issued once it has ended.',
} satisfies Partial<MessageWords>
