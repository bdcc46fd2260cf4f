import '../../../../styles/styles-form.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, FileText } from 'lucide-react'
import type { EvidenceLinkResponse } from '#contract/http/desk/evidence'
import { type PackSubject, type PackTarget, packLinksQuery } from '../../../../api/desk/evidence.ts'
import { featuresQuery } from '../../../../api/entitlements.ts'
import { operationLinksText, evidenceText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { Dialog, useHoldOpen } from '../../../../ui/dialog/dialog.tsx'
import { mailFate } from '../../../../ui/links/mail-fate.ts'
import { NewLinkForm } from '../../../../ui/links/new-link-form.tsx'
import { SharedLink } from '../../../../ui/links/shared-link.tsx'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { useCreatePackLink, useEvidenceFile, useRevokePackLink } from '../queries.ts'
import classes from './evidence.module.css'

/** The evidence pack of an operation or a month: its files, and the links by which others open it. */
export function PackDialog({
  target: { subject, name },
  onClose,
}: {
  target: PackTarget
  onClose: () => void
}) {
  const features = useQuery(featuresQuery).data?.features
  return (
    <Dialog opened onClose={onClose} title={text.title(name)}>
      <div className={classes.body}>
        <p className={classes.note}>{text.hint}</p>
        {features?.kpiVisibility === false ? (
          <p className={classes.note}>{text.locked}</p>
        ) : (
          <Files subject={subject} />
        )}
        <section aria-labelledby="pack-links" className={classes.part}>
          <h3 id="pack-links">{operationLinksText.button}</h3>
          <p className={classes.note}>
            {features?.linkSharing === false ? text.linksLocked : text.linksHint}
          </p>
          {features?.linkSharing && <PackLinks subject={subject} mayIssue={features.kpiVisibility} />}
        </section>
        <Button variant="default" fullWidth onClick={onClose}>
          {commonText.close}
        </Button>
      </div>
    </Dialog>
  )
}

const FORMATS = [
  { format: 'pdf', Icon: FileText },
  { format: 'csv', Icon: FileSpreadsheet },
] as const

function Files({ subject }: { subject: PackSubject }) {
  const file = useEvidenceFile(subject)
  useHoldOpen(file.isPending)
  return (
    <div className={classes.files}>
      {FORMATS.map(({ format, Icon }) => (
        <ToolButton
          Icon={Icon}
          variant="filled"
          key={format}
          px="var(--space-6)"
          loading={file.isPending && file.variables === format}
          onClick={() => {
            if (!file.isPending) file.mutate(format)
          }}
        >
          {text.download[format]}
        </ToolButton>
      ))}
    </div>
  )
}

const DAYS = [7, 30, 90, 365]
const USUAL_DAYS = 30

/** The links to a pack, and the form for another one. `mayIssue`: whether the newest version may be issued for it. */
function PackLinks({ subject, mayIssue }: { subject: PackSubject; mayIssue: boolean }) {
  const query = useQuery({ ...packLinksQuery(subject), staleTime: 0 })
  return (
    <>
      {query.data && query.data.length > 0 && (
        <ul aria-label={text.links}>
          {query.data.map((link) => (
            <PackLink key={link.id} link={link} subject={subject} />
          ))}
        </ul>
      )}
      {!query.data &&
        (query.isError ? (
          <LoadFailure title={operationLinksText.loadFailed} query={query} />
        ) : (
          <div role="status" aria-label={operationLinksText.loading}>
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
      says={[text.version(link.version), ...(link.mail ? [mailFate(link.mail)] : [])]}
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
      nameHint={text.nameHint}
      creating={create.isPending}
      onCreate={(link, onSuccess) => create.mutate(link, { onSuccess })}
    />
  )
}
