import { expect, test } from 'vitest'
import { nodeComplaint } from '../../scripts/lib/node-version.mjs'

test.each(['20.19.0', 'v20.20.2', '22.12.0', 'v23.0.0', '24.21.0'])('Node %s will do', (version) => {
  expect(nodeComplaint(version)).toBeUndefined()
})

test.each(['12.22.0', '18.20.4', '20.18.3', '21.7.3', '22.11.0'])(
  'Node %s is refused by its number',
  (version) => {
    expect(nodeComplaint(version)).toContain(`Este es Node ${version}.`)
  },
)
