// Preloaded into the product for the pictures of every screen: its clock runs while it starts and then stands still at
// FROZEN_AT (epoch milliseconds), so that two runs show the same times.
import { ServerResponse } from 'node:http'

const frozenAt = Number(process.env.FROZEN_AT)
const START_MS = 20_000

const now = () => Math.floor(frozenAt - Math.max(0, START_MS - performance.now()))

globalThis.Date = new Proxy(Date, {
  construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

// Node uses another clock for this header, from which the page takes its time.
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (/** @type {any[]} */ ...head) {
  this.setHeader('Date', new Date().toUTCString())
  return writeHead.apply(this, /** @type {Parameters<typeof writeHead>} */ (/** @type {unknown} */ (head)))
}
