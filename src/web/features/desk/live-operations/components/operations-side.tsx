import { Component, lazy, type ReactNode, Suspense } from 'react'
import { useProductConfig } from '../../../../api/product-config.ts'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import type { BoardStore } from '../board-store.ts'
import type { Standing } from '../standing.ts'
import { ExceptionsList } from './exceptions-list.tsx'
import type { OperationsMapProps } from './operations-map.tsx'
import classes from './operations-panel.module.css'

// Loads Leaflet only when the map is opened.
const OperationsMap = lazy(async () => ({ default: (await import('./operations-map.tsx')).OperationsMap }))

/** Beside the operations: what is out of the ordinary, and the map. `onPick` leads to an operation, `onOpen` to its detail. */
export function OperationsSide({
  store,
  standings,
  failed,
  onPick,
  onOpen,
  ...map
}: {
  store: BoardStore
  standings: readonly Standing[]
  failed: boolean
  onPick: (operationKey: string) => void
  onOpen: (operationKey: string) => void
} & Pick<OperationsMapProps, 'pointed' | 'opened' | 'size' | 'onSize'>) {
  const config = useProductConfig()
  return (
    <aside className={classes.side} aria-label={text.showMap}>
      <ExceptionsList standings={standings} failed={failed} onOpen={onOpen} />
      <MapFailure>
        <Suspense fallback={<MapPlace words={text.mapLoading} />}>
          {config === undefined ? (
            <MapPlace words={text.mapLoading} />
          ) : (
            <OperationsMap store={store} tileUrl={config.tileUrl} onPick={onPick} {...map} />
          )}
        </Suspense>
      </MapFailure>
    </aside>
  )
}

function MapPlace({ words }: { words: string }) {
  return (
    <p className={classes.mapPlace} role="status">
      {words}
    </p>
  )
}

/** Error boundary of the map: the cards and the list stay. */
class MapFailure extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <MapPlace words={text.mapFailed} /> : this.props.children
  }
}
