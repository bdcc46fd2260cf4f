import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import { createQueues } from '../queues.ts'

const IDLE_MS = 60_000
/** Their work yields the processor to the thread that answers presses (Linux; elsewhere nothing happens). */
const NICE = 10
/** Work that needs more fails alone, without the process. */
const HEAP_MB = 512

/** Node alone does not read TypeScript. */
function readingSource(): string[] {
  const loader = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs')
  const register = `import { register } from '${pathToFileURL(loader)}'; register()`
  return ['--conditions=acarreo-source', '--import', `data:text/javascript,${encodeURIComponent(register)}`]
}

/**
 * At most `most` threads, each started when there is work and ended when there has been none for a minute. They run the functions
 * that a module exports, one at a time for each key; what these take and return is copied. Work whose signal aborts ends at once.
 */
export function createThreads<Key>(module: URL, { most }: { most: number }) {
  // Nothing waits in the pool itself, which starts no thread for it when one ends.
  const queue = createQueues<Key>({ each: 1, inAll: most })
  let pool: Piscina | undefined
  const filename = fileURLToPath(module)

  function start(): Piscina {
    const started = new Piscina({
      filename,
      minThreads: 0,
      maxThreads: most,
      idleTimeout: IDLE_MS,
      niceIncrement: NICE,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      ...(filename.endsWith('.ts') && { execArgv: readingSource() }),
    })
    // A thread that failed without work, such as at its start: what waits for one is rejected, and the next work starts others.
    started.on('error', () => {
      if (pool === started) pool = undefined
      void started.destroy()
    })
    return started
  }

  return <Out>(key: Key, name: string, input: unknown, signal: AbortSignal): Promise<Out> =>
    queue.run(
      key,
      () => {
        pool ??= start()
        return pool.run(input, { name, signal })
      },
      { signal },
    )
}
