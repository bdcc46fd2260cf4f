import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

const LOWEST = constants.priority.PRIORITY_LOW
/** Linux lets an account that is not root do it ten times a second. */
const AGAIN_MS = 150

/** A process of a bench that answers questions of its parent. It ends when it is stopped, or when its parent ends. */
export interface Elsewhere<Question, Answer> {
  /** One question at a time. */
  ask(question: Question): Promise<Answer>
  stop(): void
}

type Reply<Answer> = { answer: Answer } | { error: string }

/**
 * `what` names it in an error. With `ownSession` it takes nothing of the product's share: Linux shares the processor among
 * sessions first and then among the processes of each (autogroup). With `yields` it has the lowest priority as well: what
 * many machines send together costs the product's machine no processor.
 */
export function startElsewhere<Question extends object, Answer>(
  module: URL,
  { what, ownSession = false, yields = false }: { what: string; ownSession?: boolean; yields?: boolean },
): Elsewhere<Question, Answer> {
  const child = fork(module, {
    execArgv: ['--import', 'tsx', '--conditions=acarreo-source'],
    detached: ownSession,
  })
  if (yields && child.pid !== undefined) yieldProcessor(child.pid)
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const onExit = (code: number | null) => reject(new Error(`${what} ended (${code})`))
        child.once('exit', onExit)
        child.once('message', (reply: Reply<Answer>) => {
          child.off('exit', onExit)
          if ('error' in reply) reject(new Error(reply.error))
          else resolve(reply.answer)
        })
        child.send(question)
      }),
    stop: () => child.disconnect(),
  }
}

/** The other side: what such a process does. */
export function answerQuestions<Question, Answer>(answerTo: (question: Question) => Promise<Answer>): void {
  const reply = (content: Reply<Answer>) => process.send?.(content)
  process.once('disconnect', () => process.exit())
  process.on('message', (question: Question) => {
    answerTo(question).then(
      (answer) => reply({ answer }),
      (error: Error) => reply({ error: error.message }),
    )
  })
}

/** A priority counts within a session alone, where Linux shares the processor among sessions: so that of the session is lowered too. */
function yieldProcessor(pid: number): void {
  setPriority(pid, LOWEST)
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(LOWEST))
  } catch (error) {
    // Else not Linux, or without autogroup.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') setTimeout(yieldProcessor, AGAIN_MS, pid).unref()
  }
}
