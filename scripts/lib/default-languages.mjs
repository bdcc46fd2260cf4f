import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the page once more for each default language but Spanish, with that default on its first tag, where
 * src/web/text/language.ts reads it. The server sends one of them, by `DEFAULT_LANGUAGE`.
 * @param {string} publicDir absolute path of the built page
 */
export function writeDefaultLanguages(publicDir) {
  const page = readFileSync(join(publicDir, 'index.html'), 'utf8')
  for (const language of ['en', 'browser']) {
    const file = join(publicDir, `index.${language}.html`)
    writeFileSync(file, page.replace('<html ', `<html data-language="${language}" `))
  }
}
