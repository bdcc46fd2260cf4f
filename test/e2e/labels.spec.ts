import { crew } from './support/driver.ts'
import { LABELS } from './support/labels.ts'
import { createOperator, person, registerSupervisor } from './support/people.ts'
import { expect, test } from './support/test.ts'
import { hoursAgo, trip } from './support/trips.ts'
import { walkAsAdministrator } from './support/walks/administrator.ts'
import { walkAsDriver } from './support/walks/driver.ts'
import { walkAsSupervisor } from './support/walks/supervisor.ts'
import { walkAsVisitor } from './support/walks/visitor.ts'
import { walker } from './support/walks/walker.ts'

const REST = ['arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete', 'exit_park', 'end_trip']

// The language of the browser changes nothing: every other journey runs in es-MX.
test.use({ locale: 'en-US' })

test('shows every label that the specification quotes, also to a browser that asks for English', async ({
  browser,
  product,
}) => {
  // Two walk at the same time, with more than a hundred presses. Each press has its own bound.
  test.setTimeout(600_000)
  const { origin } = product
  const others = await crew(browser, product)
  const { request } = others.phone.context
  const one = trip(request, origin, hoursAgo(5))
  await one.start('HLXU2008419', 0, { coordinates: { lat: 20.52, lng: -103.179 } })
  for (const [index, step] of ['en_route', ...REST].entries()) await one.record(step, 10 * (index + 1))
  const ended = one.containerId
  await one.start('MSKU1234565', 100, { coordinates: { lat: 20.52, lng: -103.179 } })
  const links = [ended, one.containerId].map((key) => `/container/${key}`)
  const idle = await registerSupervisor((await person(browser, origin, { kind: 'desk' })).context, origin)

  const [visitor, phone, desk, admin] = await Promise.all([
    walker(browser, origin, { kind: 'desk' }),
    walker(browser, origin, {
      kind: 'phone',
      signedInAs: await createOperator(others.desk.context.request, origin, 'Ana Ortega'),
    }),
    walker(browser, origin, { kind: 'desk' }),
    walker(browser, origin, { kind: 'desk' }),
  ])
  const boss = await registerSupervisor(desk.context, origin, { welcomed: false })
  const driver = await createOperator(desk.context.request, origin)
  const wheel = await person(browser, origin, { kind: 'phone', signedInAs: driver })
  const second = trip(wheel.context.request, origin, hoursAgo(1))
  const begin = async () => {
    await second.start('TOLU4734787', 0, { coordinates: { lat: 20.52, lng: -103.179 } })
    await second.record('en_route', 5)
    await second.record('stop_fuel', 10)
    await second.record('resume_route', 20)
  }

  await Promise.all([
    walkAsVisitor(visitor, { taken: idle.username, links }).then(() => walkAsDriver(phone)),
    walkAsSupervisor(desk, { begin, username: `op${boss.username}` }).then(() =>
      walkAsAdministrator(admin, { product, supervisor: idle, driver }),
    ),
  ])

  const seen = [visitor, phone, desk, admin].flatMap((one) => [...one.seen])
  const known = new Set(seen)
  const isShown = (label: string | RegExp) =>
    typeof label === 'string' ? known.has(label) : seen.some((text) => label.test(text))
  const missing = LABELS.flatMap(([where, labels]) =>
    labels.filter((label) => !isShown(label)).map((label) => `${where}: ${label}`),
  )
  expect(missing).toEqual([])
})
