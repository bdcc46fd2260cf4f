import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { EvidenceLinkResponse } from '#contract/http/evidence'
import { LINK_NAME } from '#domain/container/share-link'
import { type PackSubject, packLinksQuery } from '../../../api/evidence.ts'
import { evidenceText } from '../../../text/evidence.ts'
import { operationLinksText as text } from '../../../text/operation-links.ts'
import { useHoldOpen } from '../../../ui/dialog/dialog.tsx'
import { useFields } from '../../../ui/form/use-fields.ts'
import { SharedLink } from '../../../ui/links/shared-link.tsx'
import { Bone } from '../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import { useCreatePackLink, useRevokePackLink } from '../queries.ts'
import classes from './evidence.module.css'

const DAYS = [7, 30, 90, 365]
const EMPTY = { name: '', days: 30 }

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
  const [form, setForm] = useState(EMPTY)
  const fields = useFields(form, setForm)
  const create = useCreatePackLink(subject)
  useHoldOpen(create.isPending)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const name = form.name.trim()
    if (fields.show(name === '' ? { name: text.nameRequired } : {})) return
    create.mutate({ ...form, name }, { onSuccess: () => setForm(EMPTY) })
  }

  return (
    <form
      ref={fields.element}
      className={classes.part}
      onSubmit={submit}
      noValidate
      aria-label={text.newLink}
    >
      <TextInput
        label={text.name}
        description={evidenceText.nameHint}
        maxLength={LINK_NAME.max}
        autoComplete="off"
        {...fields.field('name')}
      />
      <NativeSelect
        size="md"
        label={text.days}
        value={String(form.days)}
        data={DAYS.map((days) => ({ value: String(days), label: text.daysOption(days) }))}
        onChange={({ currentTarget }) => fields.change('days', Number(currentTarget.value))}
      />
      <Button type="submit" variant="default" aria-disabled={create.isPending}>
        {create.isPending ? text.creating : text.create}
      </Button>
    </form>
  )
}
