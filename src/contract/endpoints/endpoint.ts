import type { z } from 'zod'
import type { Feature } from '#domain/account/entitlements'
import type { Owed } from '#domain/account/owed'
import type { file } from '../http/file.ts'
import type { TAGS } from './tags.ts'

/** Who may call. 'signed-in' is every account. */
export type Audience = 'anyone' | 'signed-in' | 'operator' | 'supervisor' | 'administrator'

/**
 * What a request takes from others. Every endpoint says it, and the budget of its tenant follows from it
 * (docs/decisions/0060-a-budget-for-each-tenant.md).
 */
export type Cost =
  /** Answered from memory, or a few rows found by key are read or written. */
  | 'light'
  /** What a driver reports: written before any read, on connections of its own. */
  | 'press'
  /** A list that grows with the tenant's settings, or one operation, not with its record. */
  | 'read'
  /** Dear: sums, and lists that grow with the record. */
  | 'figures'
  /** Dear: a whole file is taken in, or made and kept. */
  | 'bulk'
  /** Dear: a list without pages, which may be megabytes. One at a time for each person. */
  | 'large'
  /** Dear: the answer is a whole file. One at a time for each person. */
  | 'exports'
  /** Accounts and invitations: password hashes, signatures, audit lines. */
  | 'accounts'

/** One call of the API. Its name is its method and path. */
export interface Endpoint {
  tag: keyof typeof TAGS
  /** Spanish, for the API document. */
  summary: string
  description?: string
  audience: Audience
  /** Premium functions; any one of them opens it. Only supervisors need one. */
  feature?: Feature | readonly Feature[]
  cost: Cost
  /** Where anyone may call: what an address has few tries of, beside what its cost allows. */
  tries?: 'registration' | 'recovery'
  /** What cannot be undone: only within ten minutes after the caller gave their password, or the key. */
  recentProof?: boolean
  /** Open also to who has yet to do these: choose an own password, set up the second factor that every supervisor needs. */
  whileOwing?: readonly Owed[]
  /** Bytes; without it, that of the server. */
  bodyLimit?: number
  /** Of every parameter in the path. */
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Media types of the body; without it, JSON alone. */
  consumes?: readonly string[]
  /** Without it, the answer is 204 and empty. */
  answer?: z.ZodType | ReturnType<typeof file>
  /** Of the answer; 200 without it. */
  status?: 201
  /** A request that was answered before has the same answer again, with 200. */
  replayed?: true
  /** The answer has an ETag, and may be 304. */
  tagged?: true
  /** The answer has tokens, or keys beside a driver's own words: it is not compressed, because its length would tell of them (docs/security.md). */
  secret?: true
  /** Statuses of its own errors; those that follow from the rest are added. */
  errors?: readonly number[]
}

type Name = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

/** What every endpoint of a group has, and what each has of its own. */
type Merged<Shared, Own> = { [N in keyof Own]: Omit<Shared, keyof Own[N]> & Own[N] }

/** Endpoints of one tag. What they `share` counts where an endpoint does not say otherwise. */
export function endpointsOf<
  const Shared extends Partial<Endpoint>,
  const Own extends Record<Name, Partial<Endpoint>>,
>(share: Shared, own: Own): Merged<Shared, Own> {
  const merged = Object.entries(own).map(([name, endpoint]) => [name, { ...share, ...endpoint }])
  return Object.fromEntries(merged) as Merged<Shared, Own>
}

/** The parameters that a path or an endpoint's name has, each behind a colon. */
type ParamOf<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamOf<Rest>
  : Path extends `${string}:${infer Param}`
    ? Param
    : never

type Parsed<Schema, Without> = Schema extends z.ZodType ? z.output<Schema> : Without

/** What a request holds once it has been read. */
export type ParsedParams<N extends string, E> = E extends { params: infer Schema }
  ? Parsed<Schema, never>
  : Record<ParamOf<N>, string>
export type ParsedQuery<E> = E extends { query: infer Schema } ? Parsed<Schema, never> : unknown
export type ParsedBody<E> = E extends { body: infer Schema } ? Parsed<Schema, never> : unknown
/** The JSON of the answer; `Empty` without one, `never` of a file. */
export type AnswerOf<E, Empty = null> = E extends { answer: infer Schema } ? Parsed<Schema, never> : Empty

/** What may stand in a query for a value: itself, or as it is once it has been read. Null and '' are left out. */
type Readable<T> = T extends readonly (infer One)[] ? readonly One[] : T
type Written<In, Out> =
  | Readable<unknown extends In ? Out : In | Out>
  | (undefined extends In ? null | undefined : never)
type WrittenQuery<In, Out> = In extends unknown
  ? { [K in keyof In]: Written<In[K], Out extends { [Name in K]?: infer Value } ? Value : never> }
  : never

/** What a caller gives, path parameters by name. */
export type AskedQuery<E> = E extends { query: infer Schema extends z.ZodType }
  ? WrittenQuery<z.input<Schema>, z.output<Schema>>
  : never
export type Asked<N extends string, E> = ([ParamOf<N>] extends [never]
  ? unknown
  : { params: Record<ParamOf<N>, string | number> }) &
  ([AskedQuery<E>] extends [never]
    ? unknown
    : Record<never, never> extends AskedQuery<E>
      ? { query?: AskedQuery<E> }
      : { query: AskedQuery<E> }) &
  (E extends { body: infer Schema extends z.ZodType } ? { body: z.input<Schema> } : unknown)
