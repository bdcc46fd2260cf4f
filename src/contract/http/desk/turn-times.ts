import { z } from 'zod'
import { TURN_TIMINGS } from '#domain/kpi/park-timings'
import { kpiQuery, month, parkTiming, whichVisits } from './kpis.ts'

/** The visits of one place or client; `id` null: of none. */
const turnTimes = z.object({
  id: z.number().int().nullable(),
  name: z.string().nullable(),
  /** Queue (`accessTime`), terminal and visit (`totalTime`), as the park timings: minutes, counted, excluded. */
  timings: z.record(z.enum(TURN_TIMINGS), parkTiming),
  /** Operations with a step outside the place; absent in older reports. */
  outside: z.number().int().optional(),
})
export type TurnTimes = z.infer<typeof turnTimes>

/** `GET /api/supervisor/kpis/turn-times`: the visits of a month by place and by client, most visits first. */
export const turnTimesResponse = z.object({ month, places: z.array(turnTimes), clients: z.array(turnTimes) })
export type TurnTimesResponse = z.infer<typeof turnTimesResponse>

/** `GET /api/supervisor/kpis/turn-hours`: how long visits took by the local day and hour of their arrival. */
export const turnHoursQuery = kpiQuery.extend({
  placeId: whichVisits.placeId,
  clientId: whichVisits.clientId,
})
export const turnHoursResponse = z.array(
  z.object({
    /** 1 is Monday. */
    weekday: z.number().int(),
    hour: z.number().int(),
    /** Visits that count. */
    samples: z.number().int(),
    /** Median, minutes. */
    p50: z.number(),
  }),
)
export type TurnHoursResponse = z.infer<typeof turnHoursResponse>
