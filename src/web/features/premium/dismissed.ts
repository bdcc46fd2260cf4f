import type { Dismissed, PremiumNotice } from './model.ts'

// The names stand in the specification, so they go without the prefix of lib/storage. Like there, a storage that fails
// costs no more than a dialog that comes again.
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

/** What is kept after `notice` was put away on the day `today`. */
export function dismiss(userId: number, notice: PremiumNotice, today: string): void {
  if (notice.kind === 'welcome') {
    write(welcomeKey(userId), 'true')
    // It has told when the time ends: once a day is enough.
    write(endingKey(userId), today)
  } else if (notice.kind === 'ending') {
    write(endingKey(userId), today)
  } else {
    write(endedKey(userId), notice.endsAt)
  }
}
