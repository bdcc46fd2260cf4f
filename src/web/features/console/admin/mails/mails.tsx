import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { MailsResponse } from '#contract/http/console/mails'
import { MAIL_STATES, type MailState } from '#domain/mail/mail'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { adminMailsText as text } from '../../../../text/console.ts'
import { SearchInput } from '../../../../ui/form/search-field.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { ListFrame } from '../table/list-frame.tsx'
import { HEADS, MailRows } from './mail-rows.tsx'
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

  return (
    <ListFrame
      id="admin-mails"
      words={text}
      heads={HEADS}
      query={query}
      count={mails?.length}
      filtered={state !== null || typed.trim() !== ''}
      tableClass={classes.table}
      tools={
        <>
          <div className={classes.pair}>
            <Standing page={query.data?.pages[0]} />
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
            <SearchInput
              type="search"
              label={text.search}
              placeholder={text.searchHint}
              value={q}
              onChange={setQ}
            />
          </search>
        </>
      }
    >
      {mails && <MailRows mails={mails} />}
    </ListFrame>
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
