/**
 * Local storage that never throws. It fails in private windows, on full disks and with blocked cookies, and nothing in it
 * is worth a broken page. All keys begin with `acarreo.`.
 */
const PREFIX = 'acarreo.'

/** The stored JSON value; null when there is none or it cannot be read. The caller checks its shape. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether it was stored. */
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
    // Then nothing was stored.
  }
}
