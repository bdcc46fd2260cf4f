import type { MapTiles } from '#contract/http/product-config'
import type { TileArchive } from '../../../adapters/tile-archive.ts'
import type { Config } from '../../../config.ts'

const OPEN_STREET_MAP = '© OpenStreetMap'

/** What maps are drawn on; null: nothing. */
export function mapTilesOf(
  { tileUrl, tileAttribution }: Pick<Config, 'tileUrl' | 'tileAttribution'>,
  archive: TileArchive | undefined,
): MapTiles | null {
  if (archive) {
    const { version, kind, extent, attribution } = archive
    return {
      // Another file has other addresses: nothing of the one before it comes out of a browser's cache.
      tileUrl: `/api/tiles/{z}/{x}/{y}?v=${version}`,
      kind,
      attribution: tileAttribution ?? attribution ?? OPEN_STREET_MAP,
      extent,
    }
  }
  if (tileUrl === null) return null
  const usual = tileUrl.includes('openstreetmap') ? OPEN_STREET_MAP : null
  return { tileUrl, kind: 'image', attribution: tileAttribution ?? usual, extent: null }
}
