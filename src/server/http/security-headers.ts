import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export async function installSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        // Mantine sets style attributes and one style element for its variables.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
      },
    },
    // A tracking link is a capability: no other site may learn it from a Referer.
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    // Only a proxy knows whether every way in is https; it sets this header (docs, operation).
    strictTransportSecurity: false,
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('Permissions-Policy', 'geolocation=(self), camera=(), microphone=()')
  })
}
