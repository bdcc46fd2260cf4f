import { type ReactNode, useState } from 'react'
import type { BoardStore } from '../board-store.ts'
import { heldOrder } from '../model.ts'
import { OperationCard } from './operation-card.tsx'
import classes from './operations-panel.module.css'

export interface OperationsGridProps {
  store: BoardStore
  order: readonly string[]
  mayView: boolean
  mayShare: boolean
  /** What stands here when there is no card to show. */
  empty: ReactNode
}

/** The cards. While the mouse rests among them nothing moves away under it; the order catches up when it leaves. */
export function OperationsGrid({ store, order, mayView, mayShare, empty }: OperationsGridProps) {
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const shown = held === null ? order : heldOrder(held, order)
  if (shown.length === 0) return empty
  return (
    <ul
      className={classes.grid}
      onPointerEnter={(event) => {
        // A finger does not hover: it presses, and is gone.
        if (event.pointerType === 'mouse') setHeld(order)
      }}
      onPointerLeave={() => setHeld(null)}
    >
      {shown.map((containerId) => (
        <OperationCard
          key={containerId}
          store={store}
          containerId={containerId}
          mayView={mayView}
          mayShare={mayShare}
        />
      ))}
    </ul>
  )
}
