/** The result of work that yields where it may rest, without a rest. */
export function finished<T>(work: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
