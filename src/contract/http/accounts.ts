import { z } from 'zod'
import { ROLES } from '#domain/account/role'
import { MAX_USERNAME } from '#domain/account/username'
import { isPrintable } from './text.ts'

export const MIN_REGISTER_PASSWORD = 6
/** argon2 reads it whole; the bound keeps a request from buying seconds of CPU. */
export const MAX_PASSWORD = 200

export const PHONE_MIN = 7

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

export const loginRequest = z.object({
  username: z
    .string()
    .trim()
    .min(1, 'Username is required')
    .max(MAX_USERNAME, 'Username is required')
    .refine(isPrintable, 'Username is required'),
  password: z.string().min(1, 'Password is required').max(MAX_PASSWORD, 'La contraseña es demasiado larga'),
})
export type LoginRequest = z.infer<typeof loginRequest>

const emptyAsAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value)

export const phone = z.preprocess(
  emptyAsAbsent,
  z
    .string()
    .trim()
    .min(PHONE_MIN, 'Por favor ingrese un número de teléfono válido')
    .max(30, 'Por favor ingrese un número de teléfono válido')
    .regex(/^[+()0-9\s.-]+$/, 'Por favor ingrese un número de teléfono válido')
    .optional(),
)

export const username = z
  .string()
  .trim()
  .min(3, 'El nombre de usuario debe tener al menos 3 caracteres')
  .max(MAX_USERNAME, `El nombre de usuario debe tener como máximo ${MAX_USERNAME} caracteres`)
  .regex(/^[\p{L}\p{N}._@-]+$/u, 'Use solo letras, números, punto, guion o guion bajo')

export const displayName = (min: number) =>
  z
    .string({ error: 'El nombre completo es obligatorio' })
    .trim()
    .min(min, 'El nombre completo es obligatorio')
    .max(120, 'El nombre debe tener como máximo 120 caracteres')
    .refine(isPrintable, 'El nombre no puede llevar saltos de línea')

export const registerRequest = z.object({
  username,
  password: z
    .string()
    .min(MIN_REGISTER_PASSWORD, `La contraseña debe tener al menos ${MIN_REGISTER_PASSWORD} caracteres`)
    .max(MAX_PASSWORD, 'La contraseña es demasiado larga'),
  role: z.enum(ROLES).default('supervisor'),
  displayName: displayName(1),
  email: z
    .string({ error: 'El correo electrónico es obligatorio para recuperar su contraseña' })
    .trim()
    .min(1, 'El correo electrónico es obligatorio para recuperar su contraseña')
    .max(254, 'Por favor ingrese un correo electrónico válido')
    .pipe(z.email('Por favor ingrese un correo electrónico válido')),
  phone,
  acceptedTerms: z.literal(true, { error: 'You must accept the terms and conditions' }),
  /** Of an invitation link: the driver then belongs to the supervisor who made it, whatever `role` says. */
  invitation: z.string().max(100).optional(),
})
export type RegisterRequest = z.input<typeof registerRequest>
