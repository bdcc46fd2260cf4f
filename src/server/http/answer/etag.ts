import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The ETag of data without a version number: a digest of its content. */
export const digestOf = (data: unknown): string => hash('sha1', JSON.stringify(data), 'base64url')

/**
 * Sends `body()` with the weak ETag `tag`, or 304 when the client has it; then the body is not even built. The tag is the
 * version of the data, not of the bytes: the client itself advances durations that change with the clock.
 */
export async function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  body: () => unknown,
): Promise<FastifyReply> {
  const etag = `W/"${tag}"`
  reply.header('ETag', etag)
  const known = request.headers['if-none-match']
  if (known?.split(',').some((candidate) => candidate.trim() === etag)) return reply.code(304).send()
  return reply.send(await body())
}
