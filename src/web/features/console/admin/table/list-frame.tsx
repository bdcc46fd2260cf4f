import { Button } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { commonText } from '../../../../text/page.ts'
import { RefreshButton } from '../../../../ui/data/refresh-button.tsx'
import { Table, TableHead } from '../../../../ui/data/table.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import classes from './list-frame.module.css'
import table from './table.module.css'
import { TableBones } from './table-parts.tsx'

interface ListFrameProps {
  /** Of the heading, which names the region. */
  id: string
  words: Readonly<
    Record<
      | 'heading'
      | 'hint'
      | 'refresh'
      | 'loading'
      | 'loadFailed'
      | 'none'
      | 'notFound'
      | 'more'
      | 'moreFailed'
      | 'end',
      string
    >
  >
  heads: readonly string[]
  query: UseInfiniteQueryResult<unknown, Error>
  /** Rows loaded so far; undefined before the first page. */
  count: number | undefined
  /** Whether a filter is set. */
  filtered: boolean
  /** Of the screen, for its columns and cards. */
  tableClass: string | undefined
  /** Between the heading and the list. */
  tools: ReactNode
  /** The rows. Their cells 'when' and 'what' take their class from this sheet. */
  children: ReactNode
}

/** A list in pages, newest first, as a region with a heading, tools, the table, and a button for older rows. */
export function ListFrame({
  id,
  words,
  heads,
  query,
  count,
  filtered,
  tableClass = '',
  tools,
  children,
}: ListFrameProps) {
  return (
    <section className={classes.list} aria-labelledby={id}>
      <header className={classes.heading}>
        <h2 id={id}>{words.heading}</h2>
        <p>{words.hint}</p>
        <RefreshButton
          label={words.refresh}
          refreshing={query.isFetching && !query.isFetchingNextPage && count !== undefined}
          onRefresh={() => void query.refetch()}
        />
      </header>
      {tools}
      {query.isError && !query.isFetchNextPageError && (
        <LoadFailure title={words.loadFailed} query={query} reason={query.error.message} />
      )}
      {count === undefined && !query.isError && <TableBones label={words.loading} />}
      {count === 0 && <p role="status">{filtered ? words.notFound : words.none}</p>}
      {count !== undefined && count > 0 && (
        <>
          <Panel className={table.frame}>
            {/* Busy: the rows belong to the filters before. */}
            <Table
              cards
              className={`${table.table} ${classes.table} ${tableClass}`}
              aria-label={words.heading}
              aria-busy={query.isPlaceholderData}
            >
              <TableHead labels={heads} />
              <tbody>{children}</tbody>
            </Table>
          </Panel>
          <footer className={classes.foot}>
            {query.isFetchNextPageError && <span role="alert">{words.moreFailed}</span>}
            {query.hasNextPage ? (
              <Button
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {query.isFetchNextPageError ? commonText.retry : words.more}
              </Button>
            ) : (
              <span>{words.end}</span>
            )}
          </footer>
        </>
      )}
    </section>
  )
}
