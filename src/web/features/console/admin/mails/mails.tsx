import { Button, CloseButton, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { MailsResponse } from '#contract/http/console/mails'
import { MAIL_STATES, type MailState } from '#domain/mail/mail'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { adminMailsText as text } from '../../../../text/console.ts'
import { commonText } from '../../../../text/page.ts'
import { RefreshButton } from '../../../../ui/data/refresh-button.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import table from '../table/table.module.css'
import { TableBones } from '../table/table-parts.tsx'
import { MailTable } from './mail-table.tsx'
import { MailTest } from './mail-test.tsx'
import classes from './mails.module.css'
import { useMails } from './queries.ts'

const TYPING_MS = 300

/** 'Correos': what waits for the mail server, what it has taken, and what it has not. */
export function Mails() {
  const [state, setState] = useState<MailState | null>(null)
  const [q, setQ] = useState('')
  const [typed] = useDebouncedValue(q, TYPING_MS)
  const query = useMails({ state, q: typed })
  const mails = query.data?.pages.flatMap((page) => page.mails)
  const first = query.data?.pages[0]

  return (
    <section className={classes.mails} aria-labelledby="admin-mails">
      <header className={classes.heading}>
        <h2 id="admin-mails">{text.heading}</h2>
        <p>{text.hint}</p>
        <RefreshButton
          label={text.refresh}
          refreshing={query.isFetching && !query.isFetchingNextPage && mails !== undefined}
          onRefresh={() => void query.refetch()}
        />
      </header>
      <div className={classes.pair}>
        <Standing page={first} />
        <MailTest />
      </div>
      <search className={classes.filters}>
        <Select
          label={text.state}
          data={[
            { value: '', label: text.anyState },
            ...MAIL_STATES.map((value) => ({ value, label: text.states[value] })),
          ]}
          value={state ?? ''}
          onChange={(value) => setState(MAIL_STATES.find((one) => one === value) ?? null)}
          allowDeselect={false}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        <TextInput
          type="search"
          label={text.search}
          placeholder={text.searchHint}
          maxLength={100}
          leftSection={<Search size={18} />}
          rightSection={
            q !== '' && <CloseButton aria-label={commonText.clearSearch} size={32} onClick={() => setQ('')} />
          }
          value={q}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
        />
      </search>
      {query.isError && !query.isFetchNextPageError && (
        <LoadFailure title={text.loadFailed} query={query} reason={query.error.message} />
      )}
      {mails === undefined && !query.isError && <TableBones label={text.loading} />}
      {mails?.length === 0 && (
        <p className={table.empty} role="status">
          {state !== null || typed.trim() !== '' ? text.notFound : text.none}
        </p>
      )}
      {mails !== undefined && mails.length > 0 && (
        <>
          <MailTable mails={mails} stale={query.isPlaceholderData} />
          <footer className={classes.foot}>
            {query.isFetchNextPageError && <span role="alert">{text.moreFailed}</span>}
            {query.hasNextPage ? (
              <Button
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {query.isFetchNextPageError ? commonText.retry : text.more}
              </Button>
            ) : (
              <span>{text.end}</span>
            )}
          </footer>
        </>
      )}
    </section>
  )
}

/** Keeps the line's place. */
const UNKNOWN = '\u00a0'

function Standing({ page }: { page: MailsResponse | undefined }) {
  const { waiting = null, oldestAt = null } = page ?? {}
  return (
    <Panel className={classes.card} aria-busy={page === undefined}>
      <dl className={classes.facts}>
        <div>
          <dt>{text.server}</dt>
          <dd>{page === undefined ? UNKNOWN : (page.host ?? text.folder)}</dd>
        </div>
        <div>
          <dt>{text.waiting}</dt>
          <dd data-waits={waiting ? true : undefined}>
            {waiting === null ? UNKNOWN : waiting === 0 ? text.nothingWaits : waiting}
            {oldestAt !== null && <small>{text.oldest(formatDateTime(oldestAt))}</small>}
          </dd>
        </div>
      </dl>
    </Panel>
  )
}
