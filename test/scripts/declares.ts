/** Whether `source` opens a test or a group with exactly this name that is not passed over. */
export function declares(source: string, name: string): boolean {
  const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<!\\.(?:skip|todo|fixme))\\(\\s*(['"\`])${quoted}\\1,`).test(source)
}
