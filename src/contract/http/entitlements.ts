import { z } from 'zod'

export const featuresResponse = z.object({
  features: z.object({
    id: z.number().int(),
    userId: z.number().int(),
    kpiVisibility: z.boolean(),
    realTimeInfo: z.boolean(),
    operationLogs: z.boolean(),
    fullScreenEnabled: z.boolean(),
    linkSharing: z.boolean(),
    premiumActivated: z.boolean(),
    premiumExpirationDate: z.string().nullable(),
    operatorLimit: z.string(),
  }),
})
export type FeaturesResponse = z.infer<typeof featuresResponse>
