import { z } from 'zod'
import { isKpiEventWord } from '#domain/kpi/event-words'
import { PARK_TIMINGS, VISIT_TIMINGS } from '#domain/kpi/park-timings'
import { EVENT_TYPES, UNPRODUCTIVE_ACTIVITIES } from '#domain/operation/steps'
import { idText } from '../id.ts'
import { coded } from '../messages.ts'
import { correctionResponse } from './corrections.ts'
import { eventFilters, repeated } from './history.ts'

/** `yyyy-MM`, a month of APP_TIMEZONE. */
export const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, coded('month_expected'))

/** The words of the KPI filter: recorded types and their old names (domain/kpi/event-words). */
export const kpiQuery = eventFilters.pick({ operatorId: true, containerId: true }).extend({
  month: month.optional(),
  eventType: repeated(z.string().max(40).refine(isKpiEventWord, coded('event_type_unknown')), 40),
})

/**
 * Minutes, one decimal; `samples` gaps were counted, `excluded` were not: `excludedLong` of them because they took
 * over 240 minutes, the others because they took no time at all.
 */
export const parkTiming = z.object({
  mean: z.number(),
  p50: z.number(),
  p90: z.number(),
  samples: z.number().int(),
  excluded: z.number().int(),
  excludedLong: z.number().int(),
})
export type ParkTiming = z.infer<typeof parkTiming>

/** `name` is the label that people read; `eventTypes` select what is behind it in GET /api/events. */
const named = z.object({ name: z.string(), value: z.number(), eventTypes: z.array(z.enum(EVENT_TYPES)) })

/** Instants, `from` included and `to` excluded, as in GET /api/events. */
const period = z.object({ from: z.string(), to: z.string() })

const unproductive = z.object({
  seconds: z.number().int(),
  sharePercent: z.number(),
  byActivity: z.record(z.enum(UNPRODUCTIVE_ACTIVITIES), z.number().int()),
})

export const KPI_FIGURES = [
  'averageTripDuration',
  'deadTime',
  'activeOperations',
  'gpsInconsistencies',
  'distanceKm',
  'productive',
  'unproductive',
  'parkTimings',
  'hourly',
  'eventTypes',
  'operationStatuses',
] as const
export type KpiFigure = (typeof KPI_FIGURES)[number]

/**
 * The figures of one month. Seconds and minutes as the names say. A figure whose calculation failed is null, with its
 * name in `failed`. docs/kpis.md says what each figure counts and which filter of GET /api/events opens it.
 */
export const kpisResponse = z.object({
  month,
  timezone: z.string(),
  generatedAt: z.string(),
  /** The supervisor's newest sequence number that the figures rest on. */
  seq: z.number().int(),
  period,
  /** Today in `timezone`: what `hourly` counts. */
  today: period,
  failed: z.array(z.enum(KPI_FIGURES)),
  /** Corrections of the operations that the figures rest on: those of `/api/supervisor/kpis/corrections`. */
  corrections: z.number().int().nullish(),
  averageTripDuration: z
    .object({
      minutes: z.number().int().nullable(),
      /** 'Xh Ym', or 'N/A'. */
      text: z.string(),
      trips: z.number().int(),
      /** Trips of zero seconds. */
      excluded: z.number().int(),
      previousMinutes: z.number().int().nullable(),
    })
    .nullable(),
  deadTime: z
    .object({
      percent: z.number(),
      /** Of stops, an open one to `generatedAt`. */
      seconds: z.number().int(),
      stops: z.number().int(),
      /** Time that the operations ran. */
      runningSeconds: z.number().int(),
      operations: z.number().int(),
      previousPercent: z.number().nullable(),
    })
    .nullable(),
  activeOperations: z.object({ count: z.number().int(), yesterday: z.number().int() }).nullable(),
  /** `count` of the `events` that should have coordinates have none. */
  gpsInconsistencies: z.object({ count: z.number().int(), events: z.number().int() }).nullable(),
  distanceKm: z.number().nullable(),
  productive: z
    .object({
      productiveSeconds: z.number().int(),
      unproductiveSeconds: z.number().int(),
      neutralSeconds: z.number().int(),
      ratioPercent: z.number(),
      /** Closed intervals that the figure rests on. */
      intervals: z.number().int(),
    })
    .nullable(),
  unproductive: unproductive.nullable(),
  parkTimings: z.record(z.enum(PARK_TIMINGS), parkTiming).nullable(),
  /** Events of today by hour of `timezone`; 24 numbers. */
  hourly: z.array(z.number().int()).length(24).nullable(),
  /** Most frequent first. */
  eventTypes: z.array(named).nullable(),
  /** Operations of the month by the status after its newest event, in the order of the workflow. */
  operationStatuses: z.array(named).nullable(),
})
export type KpisResponse = z.infer<typeof kpisResponse>

/** As a report keeps them: what a later version counts apart is absent. */
export const savedKpis = kpisResponse.extend({
  unproductive: unproductive
    .extend({ byActivity: z.partialRecord(z.enum(UNPRODUCTIVE_ACTIVITIES), z.number().int()) })
    .nullable(),
  parkTimings: z.partialRecord(z.enum(PARK_TIMINGS), parkTiming).nullable(),
})
export type SavedKpis = z.infer<typeof savedKpis>

/** `GET /api/supervisor/kpis/corrections`: those behind `corrections`, newest first, at most 500. */
export const kpiCorrectionsResponse = z.array(correctionResponse)

/** Of a place or client; `none` (null): visits of no place, or of no client. */
const idOrNone = z.union([z.literal('none').transform(() => null), idText])
const from = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))

/** Which visits, besides the filters of the figures. Hours and days of the week (1 is Monday) are those of the arrival. */
export const whichVisits = {
  placeId: idOrNone.optional(),
  clientId: idOrNone.optional(),
  weekday: from(1, 7).optional(),
  hour: from(0, 23).optional(),
}

/** `GET /api/supervisor/kpis/visits`: the gaps behind a park timing, longest first. */
export const kpiVisitsQuery = kpiQuery.extend({
  ...whichVisits,
  timing: z.enum(VISIT_TIMINGS),
  /** Only those left out of the figure. */
  excluded: z.enum(['true', 'false']).optional(),
})
export const kpiVisitsResponse = z.array(
  z.object({
    containerId: z.string(),
    displayContainerId: z.string(),
    username: z.string(),
    from: z.string(),
    to: z.string(),
    minutes: z.number(),
    excluded: z.boolean(),
  }),
)
export type KpiVisitsResponse = z.infer<typeof kpiVisitsResponse>
