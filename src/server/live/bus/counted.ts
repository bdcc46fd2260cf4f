import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import type { Bus } from './bus.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts what it publishes; also for publishers outside of the routes. */
    bus: Bus
  }
}

/** Decorates `app` with `bus`, counted by its metrics. Publish on the returned bus only. */
export function installBus(app: FastifyInstance, bus: Bus): Bus {
  const registers = [app.metrics.registry]
  const events = new Counter({
    name: 'acarreo_events_recorded_total',
    help: 'Events that this process has recorded.',
    labelNames: ['event_type'],
    registers,
  })
  const messages = new Counter({
    name: 'acarreo_bus_messages_total',
    help: 'Messages between processes; this process hears its own ones too.',
    labelNames: ['direction', 'kind'],
    registers,
  })
  const gaps = new Counter({
    name: 'acarreo_bus_gaps_total',
    help: 'How often messages of other processes may have been missed.',
    registers,
  })
  const unsubscribe = bus.subscribe((message) => messages.inc({ direction: 'in', kind: message.kind }))
  const stopCountingGaps = bus.onGap(() => gaps.inc())
  app.addHook('onClose', async () => {
    unsubscribe()
    stopCountingGaps()
  })
  app.metrics.watch(
    'acarreo_bus_healthy',
    'Whether other processes are heard and hear.',
    () => (bus.healthy() ? 1 : 0),
    'min',
  )
  const counted: Bus = {
    ...bus,
    publish(message) {
      messages.inc({ direction: 'out', kind: message.kind })
      // Counted when published: every process receives the message.
      if (message.kind === 'recorded') events.inc({ event_type: message.event.eventType })
      bus.publish(message)
    },
  }
  app.decorate('bus', counted)
  return counted
}
