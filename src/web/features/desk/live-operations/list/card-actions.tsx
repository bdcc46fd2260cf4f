import { Expand, Link2, type LucideIcon, Share2 } from 'lucide-react'
import type { Operation } from '../../../../api/operation.ts'
import { operationLinksText, liveOperationsText as text } from '../../../../text/desk.ts'
import type { LinkedOperation } from '../links.ts'
import classes from './card-actions.module.css'

/** The small actions at the foot of a card; what is not in the supervisor's plan says so. */
export function CardActions({
  operation,
  name,
  mayView,
  mayShare,
  onLinks,
}: {
  operation: Operation
  /** Names the card for screen readers. */
  name: string
  mayView: boolean
  mayShare: boolean
  onLinks: (operation: LinkedOperation) => void
}) {
  const { operationKey } = operation
  return (
    <div className={classes.foot}>
      <div className={classes.actions}>
        {mayView ? (
          <a
            className={`${classes.action} ${classes.worded}`}
            href={`/container/${encodeURIComponent(operationKey)}`}
            target="_blank"
            tabIndex={-1}
            rel="noopener"
            aria-label={`${text.fullView}: ${name}`}
          >
            <Expand size={16} />
            {text.fullView}
          </a>
        ) : (
          <LockedAction label={text.fullView} Icon={Expand} />
        )}
        {mayShare ? (
          <button
            type="button"
            tabIndex={-1}
            className={`${classes.action} ${classes.worded}`}
            onClick={() => onLinks({ operationKey, name, sharing: operation })}
            aria-label={`${text.share}: ${name}`}
          >
            <Share2 size={16} />
            {text.share}
          </button>
        ) : (
          <LockedAction label={text.share} Icon={Share2} />
        )}
        <button
          type="button"
          tabIndex={-1}
          className={classes.action}
          title={mayShare ? operationLinksText.button : text.locked}
          disabled={!mayShare}
          onClick={() => onLinks({ operationKey, name })}
          aria-label={`${operationLinksText.button}: ${name}`}
        >
          <Link2 size={18} />
        </button>
      </div>
    </div>
  )
}

function LockedAction({ label, Icon }: { label: string; Icon: LucideIcon }) {
  return (
    <span className={classes.slot} title={text.locked}>
      <button
        type="button"
        className={`${classes.action} ${classes.worded}`}
        disabled
        aria-label={`${label}. ${text.locked}`}
      >
        <Icon size={16} />
        {label}
      </button>
    </span>
  )
}
