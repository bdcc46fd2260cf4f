import type { Dismissed, PremiumNotice } from './model.ts'

// The specification names these keys, so they have no prefix of lib/storage. When storage fails, the dialog comes again.
const welcomeKey = (userId: number): string => `premium_welcome_shown_${userId}`
const endingKey = (userId: number): string => `premium_ending_shown_${userId}`
const endedKey = (userId: number): string => `premium_ended_shown_${userId}`

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
    // Asked again next time.
  }
}

export const readDismissed = (userId: number): Dismissed => ({
  welcome: read(welcomeKey(userId)) === 'true',
  endingDay: read(endingKey(userId)),
  endedAt: read(endedKey(userId)),
})

/** Stores that `notice` was closed on the day `today`. */
export function dismiss(userId: number, notice: PremiumNotice, today: string): void {
  if (notice.kind === 'welcome') {
    write(welcomeKey(userId), 'true')
    // The welcome names the end, so the notice of the end waits until tomorrow.
    write(endingKey(userId), today)
  } else if (notice.kind === 'ending') {
    write(endingKey(userId), today)
  } else {
    write(endedKey(userId), notice.endsAt)
  }
}
