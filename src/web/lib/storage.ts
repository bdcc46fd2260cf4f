/**
 * Local storage that never throws: private windows, full disks and blocked cookies make it fail, and nothing that is
 * kept there is worth a broken page. All keys begin with `acarreo.`.
 */
const PREFIX = 'acarreo.'

/** The stored JSON value, or null when there is none, or none that can be read. Its shape is the caller's to check. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether it was kept. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // Nothing was kept, then.
  }
}
