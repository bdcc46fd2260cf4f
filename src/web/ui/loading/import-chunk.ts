/** How often each chunk has failed; none that has not. */
const failures = new Map<string, number>()

/**
 * What every `import()` of the built page becomes (vite.config.ts). A browser remembers for as long as the page lives that a
 * module did not load, and does not ask for it again (https://html.spec.whatwg.org/#fetch-a-single-module-script); under
 * another query it does.
 * @param path of the chunk, as its importer names it: all lie in one folder
 */
export async function importChunk<Module>(
  path: string,
  load: (path: string) => Promise<Module>,
): Promise<Module> {
  const failed = failures.get(path) ?? 0
  try {
    return await load(failed === 0 ? path : `${path}?again=${failed}`)
  } catch (error) {
    failures.set(path, failed + 1)
    throw error
  }
}

Object.assign(globalThis, { importChunk })
