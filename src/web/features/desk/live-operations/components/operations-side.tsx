import { useProductConfig } from '../../../../api/product-config.ts'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { part } from '../../../../ui/loading/part.tsx'
import type { BoardStore } from '../board-store.ts'
import type { Standing } from '../standing.ts'
import { ExceptionsList } from './exceptions-list.tsx'
import type { OperationsMapProps } from './operations-map.tsx'
import classes from './operations-panel.module.css'

// Leaflet comes only when the map is opened, or the desk is idle.
const OperationsMap = part(() => import('./operations-map.tsx').then(({ OperationsMap }) => OperationsMap))

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
      {config === undefined ? (
        <MapPlace words={text.mapLoading} />
      ) : (
        <OperationsMap
          store={store}
          tiles={config.tiles}
          onPick={onPick}
          meanwhile={<MapPlace words={text.mapLoading} />}
          {...map}
        />
      )}
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
