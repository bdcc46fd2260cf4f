/**
 * The files under assets/ that a page names and `files` does not hold. While a newer version is being put in place one
 * server may give the list and another the page: kept together they would be an app that never opens.
 */
export function foreignFiles(html: string, files: readonly string[]): string[] {
  const named = html.match(/\/assets\/[^"'\s<>)]+/g) ?? []
  return [...new Set(named)].filter((file) => !files.includes(file))
}
