import '../../../styles/styles-tabs.ts'
import { Loader, Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { PARK_ARRIVAL, workflowRow } from '#domain/operation/steps'
import type { Outbox } from '#domain/outbox/entry'
import type { LocalOperation } from '#domain/outbox/standing'
import { useOnline } from '../../../lib/use-online.ts'
import { operationText as text } from '../../../text/operation.ts'
import { ContainerNumber } from '../../../ui/haulage/container-number.tsx'
import { later } from '../../../ui/loading/later.tsx'
import { LanguageSwitch } from '../../../ui/page/language-switch.tsx'
import { workflowView } from '../model.ts'
import type { OperationActions } from '../use-operation-actions.ts'
import { ActionBar } from './action-bar.tsx'
import classes from './area.module.css'
import { StatusBanner } from './status-banner.tsx'
import { StepProgress } from './step-progress.tsx'

const ArrivalSuggestion = later(() =>
  import('../arrival/arrival-suggestion.tsx').then((part) => part.ArrivalSuggestion),
)
const TripGuide = later(() => import('../guide/trip-guide.tsx').then((part) => part.TripGuide))

export interface WorkflowProps {
  operation: LocalOperation
  box: Outbox
  actions: OperationActions
  /** The last poll failed. */
  stale: boolean
  log: ReactNode
}

export function Workflow({ operation, box, actions, stale, log }: WorkflowProps) {
  const [tab, setTab] = useState<string | null>('workflow')
  const online = useOnline()
  const view = workflowView(operation)
  const finishing = actions.pressed === 'finish'

  return (
    <div className={classes.area}>
      <Tabs value={tab} onChange={setTab} className={classes.tabs} keepMounted={false}>
        <Tabs.List grow className={classes.tabList}>
          <Tabs.Tab value="workflow">{text.workflowTab}</Tabs.Tab>
          <Tabs.Tab value="log">{text.logTab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="workflow" className={classes.panel} tabIndex={0}>
          <div className={classes.column}>
            <div className={classes.container}>
              <ContainerNumber value={operation.containerNumber} size="1.25rem" />
              <span className={classes.process}>{view.processLabel}</span>
            </div>
            {finishing ? (
              <div className={classes.finishing} role="status">
                <Loader />
                <strong>{text.finishingOperation}</strong>
              </div>
            ) : (
              <>
                <StatusBanner
                  newestEventAt={operation.state.newestEventAt}
                  view={view}
                  stale={(stale || !online) && operation.newestEntry === null}
                  box={box}
                  actions={actions}
                />
                {workflowRow(operation.state.operationType, view.eventType).next.includes(PARK_ARRIVAL) && (
                  <ArrivalSuggestion operation={operation} actions={actions} />
                )}
                <StepProgress operationType={operation.state.operationType} step={view.step} />
                <TripGuide operation={operation} />
              </>
            )}
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="log" className={classes.panel} tabIndex={0}>
          {log}
          {/* Not beside the action button, where it might be pressed by mistake. */}
          <LanguageSwitch />
        </Tabs.Panel>
      </Tabs>
      <ActionBar operation={operation} view={view} actions={actions} />
    </div>
  )
}
