/**
 * Loaded into the product before it starts (`--import`): on SIGUSR2 its rate limits forget what was spent. Each route is so
 * flooded with all that an account may do in a minute, and the next one need not wait until the minute is over.
 */
import MemoryStorage from 'rate-limiter-flexible/lib/component/MemoryStorage/MemoryStorage.js'

/** @type {Set<{ _storage: Map<string, unknown> }>} */
const storages = new Set()
const { incrby } = MemoryStorage.prototype

MemoryStorage.prototype.incrby = function (key, value, seconds) {
  storages.add(this)
  return incrby.call(this, key, value, seconds)
}

process.on('SIGUSR2', () => {
  for (const { _storage } of storages) _storage.clear()
})
