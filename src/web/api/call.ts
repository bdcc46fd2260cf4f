import { queryOptions } from '@tanstack/react-query'
import type { EndpointName, Endpoints } from '#contract/endpoints/all'
import type { AnswerOf, Asked, AskedQuery } from '#contract/endpoints/endpoint'
import { type Method, type RequestOptions, request } from '../lib/http.ts'
import { respond } from '../lib/respond.ts'

export type Answer<N extends EndpointName> = AnswerOf<Endpoints[N]>
/** What a call of `N` says: parameters of its path, query and body. `search`: part of the query, of `searchOf`. */
export type Input<N extends EndpointName> = Asked<N, Endpoints[N]> & { search?: string }
/** `Part`, or nothing where all of it is optional. */
export type Given<Part> = Record<never, never> extends Part ? [given?: Part] : [given: Part]

/** A call without its types. */
export interface Written extends RequestOptions {
  params?: Record<string, string | number>
  query?: object
  search?: string
  body?: unknown
}

function encoded(query: object): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one != null && one !== '') params.append(name, String(one))
  }
  return params.toString()
}

/** The query string that asks `N` for `query`; equal queries give equal strings. */
export const searchOf = <N extends EndpointName>(query: AskedQuery<Endpoints[N]> & object): string =>
  encoded(query)

const methodOf = (name: string) => name.slice(0, name.indexOf(' ')) as Method

export function writtenPath(name: string, { params = {}, query = {}, search = '' }: Written): string {
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''))
  const asked = [search, encoded(query)].filter((part) => part !== '').join('&')
  return asked === '' ? path : `${path}?${asked}`
}

/** For what wraps a call and has types of its own. */
export const send = (name: string, { body, ...given }: Written): Promise<unknown> =>
  request(methodOf(name), writtenPath(name, given), body, given)

type Place<N extends EndpointName> = Given<Omit<Input<N>, 'body'>>

/** Where `name` is called; the key of its query. */
export function pathOf<N extends EndpointName>(name: N, ...given: Place<N>): string
export function pathOf(name: string, given: Written = {}): string {
  return writtenPath(name, given)
}

/** Calls an endpoint. @throws HttpError on a status that is not 2xx, NetworkError when there was no answer */
export function call<N extends EndpointName>(
  name: N,
  ...given: Given<Input<N> & RequestOptions>
): Promise<Answer<N>>
export function call(name: string, given: Written = {}): Promise<unknown> {
  return send(name, given)
}

/** Calls an endpoint that answers with a file, or with headers that count. @throws as `call`, or the abort */
export function callForResponse<N extends EndpointName>(
  name: N,
  ...given: Given<Input<N> & Pick<RequestOptions, 'signal'>>
): Promise<Response>
export function callForResponse(name: string, { body, signal, ...given }: Written = {}): Promise<Response> {
  return respond(writtenPath(name, given), {
    method: methodOf(name),
    ...(signal && { signal }),
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
}

/** Query options of a GET: its path is its key. */
export const getQuery = <N extends EndpointName>(name: N, ...given: Place<N>) =>
  translatedQuery(name, (answer) => answer, ...given)

/** Query options of a GET whose answer `translate` puts into the page's names. */
export const translatedQuery = <N extends EndpointName, Translated>(
  name: N,
  translate: (answer: Answer<N>) => Translated,
  ...given: Place<N>
) => {
  const path = pathOf(name, ...given)
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => translate(await request<Answer<N>>('GET', path, undefined, { signal })),
  })
}
