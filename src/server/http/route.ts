import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { z } from 'zod'
import { ENDPOINTS, type EndpointName, type Endpoints } from '#contract/endpoints/all'
import type { AnswerOf, Endpoint, ParsedBody, ParsedParams, ParsedQuery } from '#contract/endpoints/endpoint'
import { errorBody } from '#contract/http/errors'
import { compressAnswer } from './answer/compression.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is JSON, and no document. */
    isData?: boolean
  }
}

/** A request of the endpoint `N`, read and checked as it declares. */
export type RequestOf<N extends EndpointName> = FastifyRequest & {
  params: ParsedParams<N, Endpoints[N]>
  query: ParsedQuery<Endpoints[N]>
  body: ParsedBody<Endpoints[N]>
  routeOptions: { config: { audience: Endpoints[N]['audience'] } }
}

/** What it answers with. A file, and what was sent by hand, is the reply itself. */
type Answered<N extends EndpointName> = AnswerOf<Endpoints[N], void> | FastifyReply

const statusOf = ({ status, answer }: Endpoint): number => status ?? (answer ? 200 : 204)

function schemaOf(endpoint: Endpoint) {
  const {
    tag,
    summary,
    description,
    params,
    query,
    body,
    consumes,
    answer = z.null(),
    replayed,
    tagged,
    errors = [],
  } = endpoint
  return {
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(consumes && { consumes: [...consumes] }),
    response: {
      [statusOf(endpoint)]: answer,
      ...(replayed && { 200: answer }),
      ...(tagged && { 304: z.null() }),
      ...Object.fromEntries(errors.map((code) => [code, errorBody])),
    },
  }
}

const isFile = (answer: Endpoint['answer']): boolean => answer !== undefined && 'content' in answer

/** Serves the endpoint `name` as it is declared. The answer has the declared status unless `handle` sets another. */
export function route<N extends EndpointName>(
  app: FastifyInstance,
  name: N,
  handle: (request: RequestOf<N>, reply: FastifyReply) => Answered<N> | Promise<Answered<N>>,
): void {
  const [method, url] = name.split(' ') as [HTTPMethods, string]
  const endpoint: Endpoint = ENDPOINTS[name]
  const { bodyLimit, answer, secret = false } = endpoint
  const status = statusOf(endpoint)
  app.route({
    method,
    url,
    config: { ...endpoint, isData: !isFile(answer) },
    schema: schemaOf(endpoint),
    ...(bodyLimit !== undefined && { bodyLimit }),
    // Answers of writes are short, and tell tokens and codes.
    ...(!secret && (method === 'GET' || isFile(answer)) && { onSend: compressAnswer }),
    // HEAD would produce the whole file and throw it away.
    exposeHeadRoute: method === 'GET' && !isFile(answer),
    handler: (request, reply) => handle(request as RequestOf<N>, reply.code(status)),
  })
}
