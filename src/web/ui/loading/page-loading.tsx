import { areaOf } from '../../lib/area.ts'

/** The outline that the document begins with (index.html). React empties the root, so it is kept here. */
const frame = document.getElementById('frame')

function showFrame(place: HTMLElement | null): void {
  if (place === null || frame === null) return
  document.documentElement.dataset.area = areaOf(location.pathname)
  place.append(frame)
}

/**
 * A whole page, while the user or a chunk of the program loads: the same outline that was painted first, so that it does
 * not change before the page is there.
 */
export function PageLoading() {
  return <div ref={showFrame} />
}
