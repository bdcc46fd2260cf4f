import { z } from 'zod'

/**
 * What the server says to people: a code, and what fills the gaps of its sentence. Both travel beside the Spanish
 * sentence; a page words the code in its own language, and shows the sentence where it does not know the code.
 */
export interface MessageParams {
  // Whole answers
  unauthorized: null
  operators_only: null
  supervisors_only: null
  own_operations_only: null
  own_steps_only: null
  premium_required: null
  foreign_origin: null
  rate_limited: null
  turn_wait: null
  download_wait: null
  login_wait: { minutes: number }
  login_wait_unknown_device: { minutes: number }
  data_invalid: null
  request_invalid: null
  too_large: null
  json_expected: null
  json_invalid: null
  not_found: null
  operation_not_found: null
  operator_not_found: null
  supervisor_not_found: null
  user_not_found: null
  report_not_found: null
  contract_not_found: null
  evidence_not_found: null
  container_not_found: null
  invitation_not_found: null
  link_not_found: null
  alert_not_found: null
  alert_rule_not_found: null
  database_read_only: null
  database_silent: null
  thread_blocked: { seconds: number }
  unavailable: null
  disk_full: null
  busy: null
  internal: null
  maintenance: null

  // Accounts
  invalid_credentials: null
  invalid_admin_key: null
  account_deactivated: null
  registration_closed: null
  registration_closed_ways: null
  username_taken: null
  username_try_another: null
  reset_token_invalid: null
  reset_requested: null
  password_reset: null
  reset_sent: { email: string; minutes: number }
  account_without_email: null
  account_is_deactivated: null
  mail_not_found: null
  mail_ended: null
  email_token_invalid: null
  email_confirmed: null
  email_confirmation_sent: null
  mailbox_share_spent: null
  password_changed: null
  own_password_changed: null
  current_password_wrong: null
  password_unchanged: null
  own_password_required: null
  second_factor_missing: null
  proof_required: null
  admin_proof_required: null
  proof_given: null
  admin_proof_given: null
  second_factor_required: null
  second_factor_wrong: null
  second_factor_off: null
  second_factor_is_on: null
  second_factor_switched_off: null
  sessions_ended: null
  session_not_found: null
  ended_by_owner: null
  logged_out: null
  deactivated_by_administrator: null
  deleted_by_administrator: null
  deleted_by_supervisor: null
  supervisor_protected: null
  operator_features_to_come: null
  operator_limit: { limit: number }
  operator_limit_of_inviter: { limit: number }
  operator_limit_of_inviter_way_out: { limit: number }
  operator_active: { displayName: string; containerNumber: string }
  operator_active_to_supervisor: { displayName: string; containerNumber: string }
  operator_active_to_administrator: { displayName: string; containerNumber: string }

  passkey_not_accepted: null
  passkey_invalid: null
  passkey_known: null
  passkey_limit: { limit: number }
  passkey_not_found: null
  passkey_name_required: null
  passkeys_unavailable: null

  // Operations
  already_active: null
  container_busy: { containerNumber: string }
  operation_ended: null
  step_not_next: null
  operation_type_differs: null
  correction_reason: null
  correction_out_of_bounds: null
  correction_unknown_event: null
  correction_not_a_stop: null
  correction_not_newest: null
  correction_of_start: null
  correction_no_change: null
  correction_cancelled: null
  correction_operator_busy: null
  correction_container_busy: null
  correction_id_taken: null
  retraction_only: null
  retraction_too_late: null
  retraction_day_over: null
  retraction_pressed_since: null
  retraction_heard_since: null
  retraction_pack_issued: null

  // Links
  link_ended: null
  link_limit: { limit: number }
  alert_rule_limit: { limit: number }
  alert_parameter: null
  alert_rule_standard: null
  push_host: null
  push_limit: { limit: number }
  link_name_required: null
  link_name_too_long: { max: number }
  link_days_invalid: null

  // Estadía
  contract_overlaps: null
  contract_limit: { limit: number }
  contract_name_required: null
  contract_name_too_long: { max: number }
  contract_minutes: null
  contract_rate: null
  contract_steps: null
  contract_pause: null
  quiet_hours_same: null
  contract_pauses_day: null
  contract_day: null
  contract_days: null
  contract_tax: null
  evidence_outdated: null
  evidence_mails: null
  email_unproven: null
  settlement_note: null
  settlement_open: null
  evidence_open: null

  // Places
  place_not_found: null
  client_not_found: null
  place_name_taken: { name: string }
  place_limit: { limit: number }
  client_limit: { limit: number }
  place_name_required: null
  place_name_too_long: { max: number }
  place_kind: null
  place_or_client_required: null
  place_radius: null
  place_vertices: null
  place_too_large: null
  place_free_minutes: null
  place_facility: null
  time_zone_unknown: null
  geojson_collection: null
  geojson_feature: null
  geojson_geometry: null
  geojson_ring: null
  geojson_radius: null
  geojson_same_name: { name: string }

  // Memory of the server
  backup_running: null
  backup_written: { file: string }
  memory_ahead: { count: number }
  memory_loaded: { count: number }
  memory_equal: { count: number }
  memory_differs: { count: number }
  record_whole: { operations: number; events: number; corrections: number }
  record_whole_so_far: { operations: number; events: number; corrections: number }
  record_numbers: { supervisor: number; records: number; counter: number }
  /** `position`: of the record within the operation; 0: the operation itself. */
  record_altered: { container: string; position: number }
  record_gap: { container: string; position: number }
  record_foreign: { container: string; position: number }
  record_uncorrected: { container: string; position: number }
  record_state: { container: string }
  record_renumbered: { container: string; position: number }
  removal_altered: { account: number }
  removal_untold: { account: number }
  removal_undone: { account: number }
  removal_unmarked: { account: number }
  pack_altered: { subject: string; version: number }
  pack_gap: { subject: string; version: number }
  pack_unfounded: { subject: string; version: number }
  pack_missing: { subject: string; version: number }
  audit_whole: { lines: number }
  audit_whole_so_far: { lines: number }
  /** `line`: its id; 0: the end of the chain is missing. */
  audit_altered: { chain: string; line: number }

  // Fields of a request
  value_invalid: null
  text_invalid: null
  filter_too_long: null
  period_invalid: null
  month_expected: null
  event_type_unknown: null
  instant_expected: null
  instant_range: null
  uuid_expected: null
  cursor_invalid: null
  setting_unknown: null
  container_required: null
  container_format: null
  username_required: null
  username_too_short: { min: number }
  username_too_long: { max: number }
  username_characters: null
  username_unclear: null
  display_name_required: null
  display_name_too_long: { max: number }
  display_name_characters: null
  email_required: null
  email_invalid: null
  phone_invalid: null
  password_required: null
  password_too_short: { min: number }
  password_too_long: null
  password_repeats: null
  password_has_username: null
  password_common: null
  terms_required: null
  admin_key_required: null
  name_and_phone_or_password: null
  reset_identity_required: null
}
export type MessageCode = keyof MessageParams

/** A sentence for each code: the words of one language. */
export type MessageWords = {
  readonly [Code in MessageCode]: MessageParams[Code] extends null
    ? string
    : (params: MessageParams[Code]) => string
}

/** For the schemas: a rule that is broken names its code, and the server adds the sentence. */
export const coded = (code: MessageCode): MessageCode => code

/** As it travels. A client may hear a code of a newer server. */
export const messageFields = {
  message: z.string(),
  messageCode: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
}

/** An answer that only says that it is done. */
export const messageResponse = z.object(messageFields)
