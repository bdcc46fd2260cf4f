import { z } from 'zod'
import { displayName, MAX_PASSWORD, phone, username } from './accounts.ts'

export const operatorResponse = z.object({
  id: z.number().int(),
  username: z.string(),
  displayName: z.string(),
  phone: z.string().nullable(),
  isActive: z.boolean(),
})
export type OperatorResponse = z.infer<typeof operatorResponse>

export const createOperatorRequest = z.object({
  username,
  displayName: displayName(3),
  password: z.string().min(6, 'La contraseña debe tener al menos 6 caracteres').max(MAX_PASSWORD),
  phone,
})
export type CreateOperatorRequest = z.input<typeof createOperatorRequest>
