import { createThreads } from '../../../adapters/thread/threads.ts'
import { RateLimited } from '../../../http/answer/problem.ts'
import { type Exchange, whenOver } from '../../../http/exchange.ts'
import { say } from '../../../text/messages.ts'
import type { Asked, ShownPack } from './thread.ts'

/** A large month takes seconds of one: nobody has two, so that a second supervisor need not wait for the first. */
const THREADS = 2
const module = import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js'
const inThread = createThreads<number>(new URL(module, import.meta.url), { most: THREADS })

/** What `thread.ts` makes. */
interface Made {
  pdf: Uint8Array
  csv: Uint8Array
  shown: ShownPack
}

/**
 * Made of a pack, one at a time for each supervisor. Reading and drawing a large one would hold the event loop for seconds. Ends
 * when the client goes.
 */
export async function makeInThread<Kind extends keyof Made>(
  kind: Kind,
  asked: Asked,
  { supervisorId, exchange }: { supervisorId: number; exchange: Exchange },
): Promise<Made[Kind]> {
  const gone = new AbortController()
  const { signal } = gone
  const forget = whenOver(exchange, () => gone.abort())
  try {
    return await inThread(supervisorId, kind, asked, signal)
  } catch (error) {
    // Nobody reads this; but it is no fault of the product, which would be logged.
    throw signal.aborted ? new RateLimited(1, say('turn_wait')) : error
  } finally {
    forget()
  }
}
