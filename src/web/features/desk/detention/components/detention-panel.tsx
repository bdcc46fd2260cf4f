import '../../../../styles/styles-form.ts'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { detentionMonthQuery } from '../../../../api/detention.ts'
import type { PackTarget } from '../../../../api/evidence.ts'
import { detentionText as text } from '../../../../text/desk.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { PanelSkeleton } from '../../../../ui/loading/panel-skeleton.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { Contracts } from './contracts.tsx'
import classes from './detention.module.css'
import { MonthTable } from './month-table.tsx'

const thisMonth = (): string => new Date().toISOString().slice(0, 7)

/** 'Estadía': what a month comes to by client, and what was agreed. */
export function DetentionPanel({ onPack }: { onPack: (target: PackTarget) => void }) {
  const [month, setMonth] = useState(thisMonth)
  const query = useQuery(detentionMonthQuery(month))
  return (
    <section aria-labelledby="detention-heading" className={classes.panel}>
      <header className={classes.heading}>
        <div>
          <h2 id="detention-heading">{text.heading}</h2>
          <p className={classes.soft}>{text.hint}</p>
        </div>
        <TextInput
          type="month"
          label={text.month}
          min="2000-01"
          max={thisMonth()}
          value={month}
          onChange={({ currentTarget }) => {
            if (/^20\d\d-\d\d$/.test(currentTarget.value)) setMonth(currentTarget.value)
          }}
        />
      </header>
      <Panel as="section" className={classes.part} aria-labelledby="by-client">
        <h3 id="by-client">{text.byClient}</h3>
        {query.data === undefined ? (
          query.isError ? (
            <LoadFailure title={text.loadFailed} query={query} />
          ) : (
            <PanelSkeleton />
          )
        ) : query.data.clients.length === 0 ? (
          <Empty small Icon={Hourglass} title={text.monthEmpty}>
            {text.monthEmptyHint}
          </Empty>
        ) : (
          <MonthTable month={query.data} onPack={onPack} />
        )}
      </Panel>
      <Contracts />
    </section>
  )
}
