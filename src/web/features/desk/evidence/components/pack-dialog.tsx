import '../../../../styles/styles-form.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { featuresQuery } from '../../../../api/entitlements.ts'
import type { PackSubject, PackTarget } from '../../../../api/evidence.ts'
import { operationLinksText, evidenceText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { Dialog, useHoldOpen } from '../../../../ui/dialog/dialog.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { useEvidenceFile } from '../queries.ts'
import classes from './evidence.module.css'
import { PackLinks } from './pack-links.tsx'

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
