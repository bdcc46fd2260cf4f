import { describe, expect, it } from 'vitest'
import { positionGrade } from './position-grade.ts'

describe('the grade of a position', () => {
  it.each([
    { accuracy: 12, fixAgeSeconds: 0, grade: 'good' },
    { accuracy: 500, fixAgeSeconds: 60, grade: 'good' },
    { accuracy: 500.1, fixAgeSeconds: 60, grade: 'poor' },
    { accuracy: 500, fixAgeSeconds: 61, grade: 'poor' },
    { accuracy: 90_000, fixAgeSeconds: 3600, grade: 'poor' },
  ] as const)(
    'within 500 m and 60 s is good, both included: $accuracy m, $fixAgeSeconds s: $grade',
    (example) => {
      expect(positionGrade(example)).toBe(example.grade)
    },
  )

  it.each([
    { accuracy: null, fixAgeSeconds: null, grade: 'good' },
    { accuracy: 12, fixAgeSeconds: null, grade: 'good' },
    { accuracy: null, fixAgeSeconds: 5, grade: 'good' },
    { accuracy: 501, fixAgeSeconds: null, grade: 'poor' },
    { accuracy: null, fixAgeSeconds: 61, grade: 'poor' },
  ] as const)('goes by what was told alone: $accuracy m, $fixAgeSeconds s: $grade', (example) => {
    expect(positionGrade(example)).toBe(example.grade)
  })
})
