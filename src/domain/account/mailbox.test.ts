import { expect, it } from 'vitest'
import { mailboxOf } from './mailbox.ts'

it.each([
  ['Rosa@Example.com', 'rosa@example.com'],
  ['rosa+acarreo@example.com', 'rosa@example.com'],
  ['rosa+a+b@example.com', 'rosa@example.com'],
  ['ro.sa@example.com', 'ro.sa@example.com'],
  ['R.o.s.a+x@Gmail.com', 'rosa@gmail.com'],
])('%s reaches the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
