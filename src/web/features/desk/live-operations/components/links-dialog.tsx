import '../../../../styles/styles-form.ts'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DEFAULT_LINK, type LinkResponse } from '#contract/http/public/links'
import { LINK_LEVELS, type LinkLevel } from '#domain/container/share-link'
import { linksQuery } from '../../../../api/desk/operation-links.ts'
import { operationLinksText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { NewLinkForm } from '../../../../ui/links/new-link-form.tsx'
import { SharedLink } from '../../../../ui/links/shared-link.tsx'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { type LinkedOperation, useCreateLink, useRevokeLink } from '../links.ts'
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

const DAYS = [1, 7, 30, 90]
const USUAL_DAYS = 7
const USUAL = { level: 'times' as LinkLevel, tellsArrival: true }

/** A further link to an operation, with how much it shows. */
function LinkForm({ operationKey }: { operationKey: string }) {
  const [shows, setShows] = useState(USUAL)
  const { field, check } = useFields(shows, setShows)
  const create = useCreateLink(operationKey)
  return (
    <NewLinkForm
      days={DAYS}
      usualDays={USUAL_DAYS}
      nameHint={text.nameHint}
      failure={create.error?.message ?? null}
      creating={create.isPending}
      onCreate={(link, onSuccess) =>
        create.mutate(
          { ...link, ...shows },
          {
            onSuccess: () => {
              setShows(USUAL)
              onSuccess()
            },
          },
        )
      }
    >
      <NativeSelect
        size="md"
        label={text.level}
        {...field('level')}
        data={LINK_LEVELS.map((level) => ({ value: level, label: text.levels[level] }))}
      />
      {shows.level !== 'status' && (
        <Checkbox size="md" label={text.tellsArrival} {...check('tellsArrival')} />
      )}
    </NewLinkForm>
  )
}
