import type { MessageWords } from '#contract/http/messages'
import type { consoleMessages } from './console/console-messages.ts'
import type { deskMessages } from './desk/desk-messages.ts'
import type { placeMessages } from './desk/place-messages.ts'
import type { passkeyMessages } from './people/passkey-messages.ts'
import type { secondFactorMessages } from './people/second-factor-messages.ts'

/** What single parts of the page add. */
type OfParts =
  | keyof typeof consoleMessages
  | keyof typeof deskMessages
  | keyof typeof passkeyMessages
  | keyof typeof placeMessages
  | keyof typeof secondFactorMessages

const minutesText = (n: number): string => `${n} ${n === 1 ? 'minute' : 'minutes'}`

/** What the server says to every part. In Spanish its own sentence is shown. */
export const messages: Omit<MessageWords, OfParts> = {
  // Whole answers
  unauthorized: 'Not authorized',
  operators_only: 'This function is for operators.',
  supervisors_only: 'This function is for supervisors.',
  own_operations_only: 'You can only start your own operations.',
  own_steps_only: 'You can only record steps of your own operation.',
  premium_required: 'Premium feature not available',
  foreign_origin: 'The request comes from another site and was refused.',
  rate_limited: 'Too many attempts. Wait a moment and try again.',
  turn_wait: 'Several queries like this one are already running. Wait a few seconds and try again.',
  download_wait:
    'Another file is already being downloaded with this account. Wait until it ends and try again.',
  login_wait: ({ minutes }) => `Too many failed attempts. Wait ${minutesText(minutes)} and try again.`,
  login_wait_unknown_device: ({ minutes }) =>
    `Too many failed attempts with this user from unknown devices. Wait ${minutesText(minutes)}, or sign in from a phone or computer that you have used before.`,
  data_invalid: 'Invalid data',
  request_invalid: 'The request is not valid.',
  too_large: 'The data sent is too large.',
  json_expected: 'A JSON body is expected.',
  json_invalid: 'The body of the request is not valid JSON.',
  not_found: 'What you are looking for was not found.',
  operation_not_found: 'The operation was not found.',
  operator_not_found: 'The operator was not found.',
  user_not_found: 'The user was not found.',
  container_not_found: 'No information was found for this container',
  invitation_not_found: 'The invitation is not valid or has expired. Ask your supervisor for a new link.',
  database_silent: 'The database does not answer.',
  database_read_only: 'The database takes no writes.',
  thread_blocked: ({ seconds }) => `The server was just busy for ${seconds} seconds and served nobody.`,
  unavailable: 'The service is not available at the moment. Try again.',
  disk_full:
    'The disk of the server is full, and nothing could be saved. Tell the administrator; steps stay on the phone and are sent by themselves.',
  busy: 'Too many requests right now. Wait a few seconds and try again.',
  internal: 'There was an error on the server. Try again.',
  maintenance: 'Acarreo is under maintenance. We will be back in a few minutes; what was recorded is safe.',

  // Accounts
  invalid_credentials: 'Wrong username or password',
  account_deactivated: 'Your profile was deactivated. Contact support; your data is kept for 30 days.',
  registration_closed: 'Registration is closed.',
  registration_closed_ways:
    'Registration is closed. If you are an operator, ask your supervisor for an invitation link; if you are a supervisor, ask the administrator for an account.',
  username_taken: 'The username already exists',
  username_try_another: 'Please try another username',
  reset_token_invalid: 'The token is not valid or has expired. Request a new one.',
  reset_requested: 'If there is an account with that data, you will receive an e-mail with instructions.',
  password_reset: 'Your password was reset. Log in with the new one.',
  email_token_invalid: 'The link is not valid or has expired. Ask for a new one in “My account”.',
  email_confirmed: 'Your email address is confirmed.',
  email_confirmation_sent: 'We have sent you a mail with a link. Open it to confirm your address.',
  own_password_changed: 'Your password was changed. The other sessions have ended.',
  current_password_wrong: 'The current password is not right',
  password_unchanged: 'Choose a password other than the current one',
  second_factor_missing: 'Before you go on, switch on two-step verification: open the page again.',
  own_password_required: 'Before you go on, choose your own password: open the page again.',
  proof_required: 'For your security, enter your password again.',
  proof_given: 'Password checked.',
  sessions_ended: 'The other sessions have ended.',
  session_not_found: 'That session is no longer open.',
  ended_by_owner: 'This session was ended from another device.',
  mailbox_share_spent:
    'We have already sent several e-mails to that address. Look for the link in them, or wait an hour.',
  password_changed: 'Your password was changed. Log in with the new one.',
  logged_out: 'Logged out',
  deactivated_by_administrator: 'Your account was deactivated by the administrator.',
  deleted_by_administrator: 'Your account was deleted by the administrator.',
  deleted_by_supervisor: 'Your account was deleted by your supervisor.',
  operator_features_to_come: 'Features for operators will be available soon.',
  operator_limit_of_inviter: ({ limit }) => `Your supervisor already has the maximum of ${limit} operators.`,
  operator_limit_of_inviter_way_out: ({ limit }) =>
    `Your supervisor already has the maximum of ${limit} operators. Ask them to free a place and try again.`,
  operator_active: ({ displayName, containerNumber }) =>
    `${displayName} has an active operation (${containerNumber}).`,

  // Operations
  already_active: 'You already have an active operation. Finish it before you start another one.',
  container_busy: ({ containerNumber }) =>
    `Container ${containerNumber} already has an active operation. Check the number.`,
  operation_ended: 'The operation has ended.',
  step_not_next: 'That step is not the next one. The current state of the operation is shown.',
  operation_type_differs: 'The type of operation is not that of the operation.',
  correction_unknown_event: 'That event no longer counts. The current state of the operation is shown.',
  correction_not_newest:
    'Only the newest event can be taken back. The current state of the operation is shown.',
  correction_of_start: 'The start of a trip cannot be taken back: cancel the operation.',
  correction_cancelled: 'The operation has been cancelled already.',
  correction_operator_busy: 'The operator is in another operation: the trip cannot be opened again.',
  correction_container_busy: 'Another active trip has that container already.',
  correction_id_taken: 'That id belongs to a correction of another operation. Nothing was corrected.',
  retraction_only: 'As an operator you can only take back your last step.',
  retraction_too_late: 'More than a minute has passed: ask your supervisor for the correction.',
  retraction_day_over: 'More than a day has passed: ask your supervisor for the correction.',
  retraction_pressed_since: 'You can only undo your last step: ask your supervisor for the correction.',
  retraction_heard_since:
    'Your phone has had signal since that step: ask your supervisor for the correction.',
  retraction_pack_issued: 'The evidence pack has been issued: ask your supervisor for the correction.',

  // Fields of a request
  value_invalid: 'The value is not valid',
  text_invalid: 'The text has characters that cannot be seen. Delete it and type it again',
  period_invalid: 'The period is not valid',
  instant_range: 'The date must be between the years 2000 and 2100',
  instant_expected: 'An ISO 8601 date with a time zone is expected',
  uuid_expected: 'A UUID is expected',
  cursor_invalid: 'The cursor is not valid',
  container_required: 'Container ID is required',
  container_format: 'Container ID must be in format AAAA1234567',
  username_required: 'Username is required',
  username_too_short: ({ min }) => `The username must have at least ${min} characters`,
  username_too_long: ({ max }) => `The username must have at most ${max} characters`,
  username_characters: 'Use only letters, numbers, dots, hyphens or underscores',
  username_unclear: 'Use at least one letter or number, and letters of one alphabet',
  display_name_required: 'The full name is required',
  display_name_too_long: ({ max }) => `The name must have at most ${max} characters`,
  display_name_characters: 'The name cannot have line breaks or characters that cannot be seen',
  email_required: 'The e-mail address is required to recover your password',
  email_invalid: 'Please enter a valid e-mail address',
  phone_invalid: 'Please enter a valid phone number',
  password_required: 'Password is required',
  password_too_short: ({ min }) => `The password must have at least ${min} characters`,
  password_repeats: 'That password repeats almost the same characters. Use at least four different ones.',
  password_has_username: 'That password is almost your user name. Choose another.',
  password_common:
    'That password is one of the most common and is guessed at once. Choose another: for example, three words that only you put together.',
  password_too_long: 'The password is too long',
  terms_required: 'You must accept the terms and conditions',
  name_and_phone_or_password: 'Give the full name and the phone, or a new password alone',
  reset_identity_required: 'You must give at least a username or an e-mail address',
}
