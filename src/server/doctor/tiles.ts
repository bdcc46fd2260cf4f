import { openTileArchive } from '../adapters/tile-archive.ts'
import { ConfigError } from '../config.ts'
import * as words from '../text/doctor.ts'
import { type Check, fault, ok } from './check.ts'

/** The file of map tiles, opened as the product does at its start. */
export const tilesCheck =
  (path: string): Check =>
  async () => {
    try {
      const { kind, extent, close } = await openTileArchive(path)
      await close()
      return [ok(words.TILE_FILE, words.tilesRead(path, kind, extent))]
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return [fault(words.TILE_FILE, words.tilesUnusable(error.message))]
    }
  }
