import type { Dismissed, PremiumNotice } from './model.ts'

// Not through lib/storage: the spec fixes these names, without its prefix.
const keyOf = (kind: PremiumNotice['kind'], userId: number): string => `premium_${kind}_shown_${userId}`

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The dialog is shown again.
  }
}

export const readDismissed = (userId: number): Dismissed => ({
  welcome: read(keyOf('welcome', userId)) === 'true',
  endingDay: read(keyOf('ending', userId)),
  endedAt: read(keyOf('ended', userId)),
})

export function dismiss(userId: number, notice: PremiumNotice, today: string): void {
  if (notice.kind === 'welcome') {
    write(keyOf('welcome', userId), 'true')
    // The welcome also says when premium ends: once a day is enough.
    write(keyOf('ending', userId), today)
  } else if (notice.kind === 'ending') {
    write(keyOf('ending', userId), today)
  } else {
    write(keyOf('ended', userId), notice.endsAt)
  }
}
