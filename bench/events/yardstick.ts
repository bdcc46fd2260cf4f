import { ONE_PRESS } from '#server/record/write/statements'

/** What each parameter of the product's statement is to pgbench: variables of the head below, or of `-D`. */
const VALUES: Readonly<Record<string, string>> = {
  tenant: ':tenant',
  // As long as the text of a press: what is hashed.
  canonical: "rpad(:key::text, 420, 'x')",
  found: 'null',
  // Ascending for each driver, as UUIDs of version 7 are.
  'event.eventId': "(lpad(to_hex(:key::bigint), 16, '0') || lpad(to_hex(:version::bigint), 16, '0'))::uuid",
  'event.supervisorId': ':tenant',
  'event.userId': ':driver',
  'event.username': ':username',
  'event.operationKey': "lpad(:key::text, 36, '0')",
  'event.containerNumber': ':number',
  'event.operationType': ':type',
  'event.eventType': "(array['stop_rest', 'resume_route'])[:kind]",
  'event.position': ':version',
  'event.timestamp': 'now()',
  'event.reportedAt': 'null',
  'event.recordedAt': 'now()',
  'event.location': ':location',
  'event.lat': ':lat',
  'event.lng': ':lng',
  'event.accuracy': ':accuracy',
  'event.fixAgeSeconds': ':age',
  'event.clockOffsetMs': ':offset',
  'event.suggested': 'null',
  'operation.newestEventType': "(array['stop_rest', 'resume_route'])[:kind]",
  'operation.newestStepType': ':step',
  'operation.newestStepAt': ':started',
  'operation.newestStepRecordedAt': ':started',
  'operation.newestEventAt': 'now()',
  'operation.version': ':version',
  'operation.isActive': ':active',
  'operation.lat': ':lat',
  'operation.lng': ':lng',
  'operation.location': ':location',
  'operation.accuracy': ':accuracy',
  'operation.fixAgeSeconds': ':age',
  'operation.newestPosition': ':version',
}

/**
 * What differs from press to press. Client c presses for the operations c, c + clients, c + 2 * clients ... in turn, as the
 * load generator's connections do. `base` keeps its tenants and drivers apart from those of the product.
 */
const HEAD = `\\set k :k + 1
\\set own (:operations - 1 - :client_id) / :clients + 1
\\set operation :client_id + :clients * ((:k - 1) % :own)
\\set key :round * 1000 + :operation
\\set version (:k - 1) / :own + 2
\\set kind :version % 2 + 1
\\set driver :base + :operation
\\set tenant :base + :operation % :supervisors
\\set lat 19.05 + random(0, 999999) / 1e8
\\set lng -104.31 + random(0, 999999) / 1e8
`

/** A pgbench script: the product's statement of one press, so that the yardstick grows with what a press has to do. */
export function yardstick(): string {
  const text = ONE_PRESS.text.replace(/\$(\d+)/g, (_, n: string) => {
    const of = ONE_PRESS.parameters[Number(n) - 1] ?? ''
    const value = VALUES[of]
    if (value === undefined) throw new Error(`bench/events/yardstick.ts has no value for ${of}`)
    return `(${value})`
  })
  return `${HEAD}${text.replace(/\s+/g, ' ').trim()};\n`
}
