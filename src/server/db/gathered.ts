interface Waiter<Question, Answer> {
  question: Question
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Asks one statement at a time: questions that arrive meanwhile go together in the next one, at most `most`. Its snapshot
 * is taken after each of them was asked. `together` answers in their order. When it fails, all of them do: only for
 * questions of which none can spoil or hold up the others.
 */
export function gathered<Question, Answer>(
  together: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  most = 200,
): (question: Question) => Promise<Answer> {
  let waiting: Waiter<Question, Answer>[] = []
  let underWay = false

  async function askNext(): Promise<void> {
    const batch = waiting.slice(0, most)
    waiting = waiting.slice(most)
    try {
      const answers = await together(batch.map(({ question }) => question))
      for (const [i, { resolve }] of batch.entries()) resolve(answers[i] as Answer)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    if (waiting.length > 0) setImmediate(askNext)
    else underWay = false
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (underWay) return
      underWay = true
      // What this turn of the event loop brought goes together.
      setImmediate(askNext)
    })
}
