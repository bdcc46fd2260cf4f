/**
 * Copies a text that is still on its way. Safari allows writing only as part of the press itself, so the promise is
 * handed over where the browser takes one.
 * @returns whether it is on the clipboard; rejects only when `text` does
 */
export async function copyWhenReady(text: Promise<string>): Promise<boolean> {
  if (navigator.clipboard && typeof ClipboardItem === 'function') {
    try {
      const blob = text.then((value) => new Blob([value], { type: 'text/plain' }))
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
      return true
    } catch {
      // An older browser wants a finished text, or refuses: the next way decides.
    }
  }
  const value = await text
  try {
    // Absent on plain http, which a park's own network may well be.
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    return false
  }
}
