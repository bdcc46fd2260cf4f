/** The name in a Content-Disposition header, without any folder; `fallback` when there is none. */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition ?? '')
  const name = (encoded && decoded(encoded)) || plain?.[1] || plain?.[2] || ''
  return name.split(/[/\\]/).at(-1)?.trim() || fallback
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Hands a file to the browser's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
