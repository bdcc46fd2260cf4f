import { useQuery } from '@tanstack/react-query'
import type { EvidenceLinkResponse } from '#contract/http/evidence'
import { type PackSubject, packLinksQuery } from '../../../../api/evidence.ts'
import { evidenceText, operationLinksText as text } from '../../../../text/desk.ts'
import { NewLinkForm } from '../../../../ui/links/new-link-form.tsx'
import { SharedLink } from '../../../../ui/links/shared-link.tsx'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { useCreatePackLink, useRevokePackLink } from '../queries.ts'

const DAYS = [7, 30, 90, 365]
const USUAL_DAYS = 30

/** The links to a pack, and the form for another one. `mayIssue`: whether the newest version may be issued for it. */
export function PackLinks({ subject, mayIssue }: { subject: PackSubject; mayIssue: boolean }) {
  const query = useQuery({ ...packLinksQuery(subject), staleTime: 0 })
  return (
    <>
      {query.data && query.data.length > 0 && (
        <ul aria-label={evidenceText.links}>
          {query.data.map((link) => (
            <PackLink key={link.id} link={link} subject={subject} />
          ))}
        </ul>
      )}
      {!query.data &&
        (query.isError ? (
          <LoadFailure title={text.loadFailed} query={query} />
        ) : (
          <div role="status" aria-label={text.loading}>
            <Bone width="60%" />
          </div>
        ))}
      {mayIssue && <NewLink subject={subject} />}
    </>
  )
}

function PackLink({ link, subject }: { link: EvidenceLinkResponse; subject: PackSubject }) {
  const revoke = useRevokePackLink(subject)
  return (
    <SharedLink
      link={{ ...link, name: link.name ?? '' }}
      says={[evidenceText.version(link.version)]}
      revoking={revoke.isPending}
      onRevoke={(onSuccess) => revoke.mutate(link.id, { onSuccess })}
    />
  )
}

function NewLink({ subject }: { subject: PackSubject }) {
  const create = useCreatePackLink(subject)
  return (
    <NewLinkForm
      days={DAYS}
      usualDays={USUAL_DAYS}
      nameHint={evidenceText.nameHint}
      creating={create.isPending}
      onCreate={(link, onSuccess) => create.mutate(link, { onSuccess })}
    />
  )
}
