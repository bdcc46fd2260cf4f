import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sends `body` under the weak validator `tag`, or 304 when the client holds it already. The tag names the version of
 * the data, not the bytes: figures that only tick with the clock are the client's to move on.
 */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  body: unknown,
): FastifyReply {
  const etag = `W/"${tag}"`
  reply.header('ETag', etag)
  const known = request.headers['if-none-match']
  if (known?.split(',').some((candidate) => candidate.trim() === etag)) return reply.code(304).send()
  return reply.send(body)
}
