import { createWebPush } from '#server/adapters/web-push'
import { createTestApp, type TestApp } from './app.ts'
import { type PushEndpoint, startPushEndpoint } from './push-endpoint.ts'

export const PRIVATE_KEY = Buffer.alloc(32, 9).toString('base64url')

/** The product with a push service that is a phone of the test. */
export async function createPushApp(): Promise<{ t: TestApp; phone: PushEndpoint; close(): Promise<void> }> {
  const phone = await startPushEndpoint()
  const { origin } = new URL(phone.subscription.endpoint)
  const t = await createTestApp({
    webPush: createWebPush({
      privateKey: PRIVATE_KEY,
      contact: 'soporte@example.com',
      agent: phone.agent,
      allows: (endpoint) => endpoint.origin === origin,
    }),
  })
  return {
    t,
    phone,
    async close() {
      await phone.close()
      await t.close()
    },
  }
}
