/** What the bus brings is judged together, this long after the first of it: each press would pay more for its own. */
const TOGETHER_MS = 50

/** What the bus has brought, until it is judged. */
export interface Hearing<Message> {
  hear(message: Message): void
  /** Applies what waits, in its order. */
  catchUp(): void
  /** What is applied during `read` may be missing in what it reads, and is applied again after it: it must be idempotent. */
  reading(read: () => Promise<void>): Promise<void>
  /** Drops what waits. */
  stop(): void
}

/** An error of `apply` is reported, and the next message applied: nobody waits for any of them. */
export function createHearing<Message>(
  apply: (message: Message) => void,
  onError: (error: unknown) => void,
): Hearing<Message> {
  let waiting: Message[] = []
  let timer: NodeJS.Timeout | undefined
  /** Of each read under way. */
  const meanwhile = new Set<Message[]>()

  function applyAll(messages: readonly Message[]): void {
    for (const message of messages) {
      for (const missed of meanwhile) missed.push(message)
      try {
        apply(message)
      } catch (error) {
        onError(error)
      }
    }
  }

  function stop(): void {
    clearTimeout(timer)
    timer = undefined
    waiting = []
  }

  function catchUp(): void {
    const messages = waiting
    stop()
    applyAll(messages)
  }

  return {
    hear(message) {
      waiting.push(message)
      timer ??= setTimeout(catchUp, TOGETHER_MS)
    },
    catchUp,
    async reading(read) {
      const missed: Message[] = []
      meanwhile.add(missed)
      try {
        await read()
      } finally {
        meanwhile.delete(missed)
      }
      applyAll(missed)
    },
    stop,
  }
}
