import type { Dismissed, PremiumNotice } from './model.ts'

// Not through lib/storage: the spec fixes these names, without its prefix.
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
    // The dialog is shown again.
  }
}

export const readDismissed = (userId: number): Dismissed => ({
  welcome: read(welcomeKey(userId)) === 'true',
  endingDay: read(endingKey(userId)),
  endedAt: read(endedKey(userId)),
})

export function dismiss(userId: number, notice: PremiumNotice, today: string): void {
  if (notice.kind === 'welcome') {
    write(welcomeKey(userId), 'true')
    // The welcome also says when premium ends: once a day is enough.
    write(endingKey(userId), today)
  } else if (notice.kind === 'ending') {
    write(endingKey(userId), today)
  } else {
    write(endedKey(userId), notice.endsAt)
  }
}
