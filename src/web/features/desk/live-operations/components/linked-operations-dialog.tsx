import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Link2 } from 'lucide-react'
import { linkedOperationsQuery } from '../../../../api/desk/operation-links.ts'
import { operationLinksText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import type { LinkedOperation } from '../links.ts'
import classes from './links-dialog.module.css'

/** Every operation that a link opens: ended ones have no card, and their links may still have to be revoked. */
export function LinkedOperationsDialog({
  onPick,
  onClose,
}: {
  onPick: (operation: LinkedOperation) => void
  onClose: () => void
}) {
  const query = useQuery({ ...linkedOperationsQuery, staleTime: 0 })
  return (
    <Dialog opened onClose={onClose} title={text.overview}>
      <div className={classes.body}>
        <p className={classes.note}>{text.overviewHint}</p>
        {query.data?.length === 0 && (
          <Empty Icon={Link2} small>
            <span>{text.overviewEmpty}</span>
          </Empty>
        )}
        {query.data && query.data.length > 0 && (
          <ul aria-label={text.overview}>
            {query.data.map(({ operationKey, containerNumber, isActive, links, views }) => (
              <li key={operationKey}>
                <button
                  type="button"
                  className={classes.operation}
                  onClick={() => onPick({ operationKey, name: groupedText(containerNumber) })}
                >
                  <strong>{groupedText(containerNumber)}</strong>
                  <span className={classes.note}>
                    {isActive ? text.active : text.ended}: {text.counts(links, views)}
                  </span>
                  <ChevronRight size={20} />
                </button>
              </li>
            ))}
          </ul>
        )}
        {!query.data && query.isError && <LoadFailure title={text.loadFailed} query={query} />}
        {query.isPending && (
          <div className={classes.list} role="status" aria-label={text.loading}>
            <Bone />
            <Bone />
          </div>
        )}
        <Button variant="default" fullWidth onClick={onClose}>
          {commonText.close}
        </Button>
      </div>
    </Dialog>
  )
}
