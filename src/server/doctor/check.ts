/** What a check found. `warning`: it works, and somebody should know. */
export interface Finding {
  state: 'ok' | 'warning' | 'fault'
  /** What was looked at. */
  what: string
  /** What was found and, unless it is well, what to do. */
  line: string
}

export type Check = () => Promise<readonly Finding[]>

const finding =
  (state: Finding['state']) =>
  (what: string, line: string): Finding => ({ state, what, line })

export const ok = finding('ok')
export const warning = finding('warning')
export const fault = finding('fault')

/** A check that throws is a fault of what it looks at, with the reason in one line. */
export async function run(what: string, check: Check): Promise<readonly Finding[]> {
  try {
    return await check()
  } catch (error) {
    const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : ''
    return [fault(what, reason.split('\n')[0] || String(error))]
  }
}
