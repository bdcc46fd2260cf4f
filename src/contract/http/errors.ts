import { z } from 'zod'
import { messageFields } from './messages.ts'

/** The closed list of what can go wrong on the wire. The page decides by `code`; people read the sentence. */
export const ERROR_CODES = [
  'validation',
  'bad_json',
  'unauthorized',
  'invalid_credentials',
  'usuario_desactivado',
  'second_factor_required',
  'second_factor_wrong',
  'forbidden',
  'foreign_origin',
  'proof_required',
  'own_password_required',
  'second_factor_missing',
  'premium',
  'not_found',
  'username_taken',
  'active_operation',
  'container_busy',
  'correction_refused',
  'correction_id_taken',
  'contract_overlaps',
  'contract_limit',
  'settlement_refused',
  'evidence_open',
  'not_next',
  'operator_limit',
  'link_ended',
  'link_limit',
  'place_limit',
  'place_name_taken',
  'alert_rule_limit',
  'protected_rule',
  'push_refused',
  'passkey_refused',
  'passkeys_unavailable',
  'too_large',
  'unsupported_media',
  'invalid_admin_key',
  'registration_closed',
  'protected_account',
  'invalid_token',
  'reset_refused',
  'mail_ended',
  'rate_limited',
  'backup_running',
  'maintenance',
  'unavailable',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** `error` is what a client shows when there is no `message`; `messageCode` and `params` belong to what is shown. */
export const errorBody = z.object({
  error: z.string(),
  code: z.enum(ERROR_CODES),
  ...messageFields,
  message: messageFields.message.optional(),
  /** `path`: dotted path of the field in the body or query; empty for the whole. */
  details: z.array(z.object({ path: z.string(), ...messageFields })).optional(),
  suggestions: z.array(z.string()).optional(),
  operation: z.unknown().optional(),
  /** Of a refused correction of a time: its bounds, ISO 8601; null: none. */
  earliest: z.string().nullish(),
  latest: z.string().nullish(),
  requestId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
