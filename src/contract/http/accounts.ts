import { z } from 'zod'
import { DISPLAY_NAME, EMAIL, PASSWORD, PHONE, USERNAME } from '#domain/account/fields'
import { ROLES } from '#domain/account/role'
import { isPrintable } from './text.ts'

export const userResponse = z.object({
  id: z.number().int(),
  username: z.string(),
  role: z.enum(ROLES),
  displayName: z.string(),
  supervisorId: z.number().int().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  acceptedTerms: z.boolean(),
  isActive: z.boolean(),
})
export type UserResponse = z.infer<typeof userResponse>

const PASSWORD_TOO_LONG = 'La contraseña es demasiado larga'

export const newPassword = (min: number) =>
  z
    .string()
    .min(min, `La contraseña debe tener al menos ${min} caracteres`)
    .max(PASSWORD.max, PASSWORD_TOO_LONG)

export const emailAddress = z
  .email({ pattern: EMAIL.pattern, error: 'Por favor ingrese un correo electrónico válido' })
  .max(EMAIL.max, 'Por favor ingrese un correo electrónico válido')

export const loginRequest = z.object({
  username: z
    .string()
    .trim()
    .min(1, 'Username is required')
    .max(USERNAME.max, 'Username is required')
    .refine(isPrintable, 'Username is required'),
  password: z.string().min(1, 'Password is required').max(PASSWORD.max, PASSWORD_TOO_LONG),
})
export type LoginRequest = z.infer<typeof loginRequest>

const emptyAsAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value)

const PHONE_INVALID = 'Por favor ingrese un número de teléfono válido'

export const phone = z.preprocess(
  emptyAsAbsent,
  z
    .string()
    .trim()
    .min(PHONE.min, PHONE_INVALID)
    .max(PHONE.max, PHONE_INVALID)
    .regex(PHONE.pattern, PHONE_INVALID)
    .optional(),
)

export const username = z
  .string()
  .trim()
  .min(USERNAME.min, `El nombre de usuario debe tener al menos ${USERNAME.min} caracteres`)
  .max(USERNAME.max, `El nombre de usuario debe tener como máximo ${USERNAME.max} caracteres`)
  .regex(USERNAME.pattern, 'Use solo letras, números, punto, guion o guion bajo')

export const displayName = (min: number) =>
  z
    .string({ error: 'El nombre completo es obligatorio' })
    .trim()
    .min(min, 'El nombre completo es obligatorio')
    .max(DISPLAY_NAME.max, `El nombre debe tener como máximo ${DISPLAY_NAME.max} caracteres`)
    .refine(isPrintable, 'El nombre no puede llevar saltos de línea')

export const registerRequest = z.object({
  username,
  password: newPassword(PASSWORD.min),
  role: z.enum(ROLES).default('supervisor'),
  displayName: displayName(1),
  email: z
    .string({ error: 'El correo electrónico es obligatorio para recuperar su contraseña' })
    .trim()
    .min(1, 'El correo electrónico es obligatorio para recuperar su contraseña')
    .pipe(emailAddress),
  phone,
  acceptedTerms: z.literal(true, { error: 'You must accept the terms and conditions' }),
  /** Token of an invitation link: the account becomes an operator of the supervisor who made it; `role` is ignored. */
  invitation: z.string().max(100).optional(),
})
export type RegisterRequest = z.input<typeof registerRequest>
