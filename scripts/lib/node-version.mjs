// Must parse on old Node versions to report them, so it uses only what Node 12 knew.
// A newer construct here would greet an old Node with a SyntaxError in place of the sentence below.

/**
 * Says in Spanish why this Node cannot run Acarreo, or nothing when it can.
 * The floor is where `require()` of an ES module works without a flag, which two server libraries need:
 * 20.19 in branch 20, 22.12 in branch 22, everything from 23 on. Branch 21 never got it.
 * @param {string} version such as `20.19.0`, with or without a leading `v`
 * @returns {string | undefined}
 */
export function nodeComplaint(version) {
  const numbers = version.replace(/^v/, '').split('.').map(Number)
  const major = numbers[0] || 0
  const minor = numbers[1] || 0
  const fits = major >= 23 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
  if (fits) return undefined
  return (
    'Acarreo necesita Node 20.19 o posterior (en la rama 22, desde 22.12). Este es Node ' +
    version.replace(/^v/, '') +
    '. Instale una versión vigente de https://nodejs.org y repita la orden.'
  )
}

/** Ends the process with that sentence when this Node is too old. */
export function refuseOldNode() {
  const complaint = nodeComplaint(process.version)
  if (complaint === undefined) return
  console.error(complaint)
  process.exit(1)
}
