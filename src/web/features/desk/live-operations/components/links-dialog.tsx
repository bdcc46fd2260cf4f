import '../../../../styles/styles-form.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DEFAULT_LINK, type LinkResponse } from '#contract/http/links'
import { linksQuery } from '../../../../api/operation-links.ts'
import { operationLinksText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { SharedLink } from '../../../../ui/links/shared-link.tsx'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { type LinkedOperation, useRevokeLink } from '../links.ts'
import { LinkForm } from './link-form.tsx'
import classes from './links-dialog.module.css'

/** The links of one operation: who may see it, until when, and how often it was seen. */
export function LinksDialog({ operation, onClose }: { operation: LinkedOperation; onClose: () => void }) {
  const query = useQuery(linksQuery(operation.operationKey))
  return (
    <Dialog opened onClose={onClose} title={text.title(operation.name)}>
      <div className={classes.body}>
        <p className={classes.note}>{text.hint}</p>
        {query.data ? (
          <ul className={classes.list} aria-label={text.list}>
            {query.data.map((link) => (
              <LinkRow key={link.id} link={link} operationKey={operation.operationKey} />
            ))}
          </ul>
        ) : query.isError ? (
          <LoadFailure title={text.loadFailed} query={query} />
        ) : (
          <div className={classes.list} role="status" aria-label={text.loading}>
            <Bone width="60%" />
            <Bone />
            <Bone width="40%" />
          </div>
        )}
        <LinkForm operationKey={operation.operationKey} />
        <Button variant="default" fullWidth onClick={onClose}>
          {commonText.close}
        </Button>
      </div>
    </Dialog>
  )
}

function LinkRow({ link, operationKey }: { link: LinkResponse; operationKey: string }) {
  const revoke = useRevokeLink(operationKey)
  // The operation key goes on as a bare number; a further link that has expired opens nothing.
  const says =
    link.id === DEFAULT_LINK && link.state === 'expired'
      ? [text.asNumber]
      : [text.levels[link.level], ...(link.tellsArrival ? [text.arrivalTold] : [])]
  return (
    <SharedLink
      link={{ ...link, name: link.name ?? text.defaultName }}
      says={says}
      revoking={revoke.isPending}
      onRevoke={(onSuccess) => revoke.mutate(link.id, { onSuccess })}
    />
  )
}
