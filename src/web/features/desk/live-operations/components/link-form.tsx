import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { LINK_LEVELS, type LinkLevel } from '#domain/container/share-link'
import { operationLinksText as text } from '../../../../text/desk.ts'
import { NewLinkForm } from '../../../../ui/links/new-link-form.tsx'
import { useCreateLink } from '../links.ts'

const DAYS = [1, 7, 30, 90]
const USUAL_DAYS = 7
const USUAL = { level: 'times' as LinkLevel, tellsArrival: true }

/** A further link to an operation, with how much it shows. */
export function LinkForm({ operationKey }: { operationKey: string }) {
  const [shows, setShows] = useState(USUAL)
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
        value={shows.level}
        data={LINK_LEVELS.map((level) => ({ value: level, label: text.levels[level] }))}
        onChange={({ currentTarget }) => setShows({ ...shows, level: currentTarget.value as LinkLevel })}
      />
      {shows.level !== 'status' && (
        <Checkbox
          size="md"
          label={text.tellsArrival}
          checked={shows.tellsArrival}
          onChange={({ currentTarget }) => setShows({ ...shows, tellsArrival: currentTarget.checked })}
        />
      )}
    </NewLinkForm>
  )
}
