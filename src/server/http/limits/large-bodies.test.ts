import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createLargeBodies } from './large-bodies.ts'

function exchange() {
  const socket = Object.assign(new EventEmitter(), { destroyed: false })
  const response = new EventEmitter()
  return { socket, response, given: { request: { socket }, response } as never }
}

it('lets an account send again once its answer has left, or its connection is gone', () => {
  const letIn = createLargeBodies()
  for (const which of ['response', 'socket'] as const) {
    const one = exchange()
    letIn(1, one.given)
    expect(() => letIn(1, exchange().given)).toThrow(expect.objectContaining({ status: 429 }))
    one[which].emit('close')
    const two = exchange()
    letIn(1, two.given)
    // The end of the first one, heard twice, is not the end of the second.
    for (const emitter of [one.socket, one.response]) emitter.emit('close')
    expect(() => letIn(1, exchange().given)).toThrow(expect.objectContaining({ status: 429 }))
    two.response.emit('close')
  }
})

it('keeps no place for a connection that was gone before', () => {
  const letIn = createLargeBodies()
  for (let account = 1; account <= 9; account++) {
    const gone = exchange()
    gone.socket.destroyed = true
    letIn(account, gone.given)
    letIn(account, gone.given)
  }
})
