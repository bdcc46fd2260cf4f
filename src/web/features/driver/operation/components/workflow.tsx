import { Loader } from '@mantine/core'
import { Check, ChevronRight, MapPin } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type OperationType, PARK_ARRIVAL, type StepType, workflowRow } from '#domain/operation/steps'
import type { Outbox } from '#domain/outbox/entry'
import type { LocalOperation } from '#domain/outbox/standing'
import { useOnline } from '../../../../lib/use-online.ts'
import { operationText as text } from '../../../../text/driver.ts'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import { Spoken } from '../../../../ui/panel/spoken.tsx'
import { panelId, type TabItem, TabList, tabId } from '../../../../ui/panel/tab-list.tsx'
import { ArrivalSuggestion } from '../arrival/arrival-suggestion.tsx'
import { TripGuide } from '../guide/trip-guide.tsx'
import { progressView, type StepState, workflowView } from '../model.ts'
import type { OperationActions } from '../use-operation-actions.ts'
import { ActionBar } from './action-bar.tsx'
import classes from './area.module.css'
import { StatusBanner } from './status-banner.tsx'
import stepProgress from './step-progress.module.css'

const TABS: readonly TabItem<'workflow' | 'log'>[] = [
  { key: 'workflow', label: text.workflowTab },
  { key: 'log', label: text.logTab },
]

export interface WorkflowProps {
  operation: LocalOperation
  box: Outbox
  actions: OperationActions
  /** The last poll failed. */
  stale: boolean
  log: ReactNode
}

export function Workflow({ operation, box, actions, stale, log }: WorkflowProps) {
  const [tab, setTab] = useState<'workflow' | 'log'>('workflow')
  const online = useOnline()
  const view = workflowView(operation)
  const finishing = actions.pressed === 'finish'

  return (
    <div className={classes.area}>
      <div className={classes.tabs}>
        <TabList className={classes.tabList} tabs={TABS} current={tab} onOpen={setTab} />
        <div
          key={tab}
          id={panelId(tab)}
          role="tabpanel"
          aria-labelledby={tabId(tab)}
          className={classes.panel}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what it holds may need scrolling by keyboard
          tabIndex={0}
        >
          {tab === 'workflow' ? (
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
          ) : (
            <>
              {log}
              {/* Not beside the action button, where it might be pressed by mistake. */}
              <LanguageSwitch />
            </>
          )}
        </div>
      </div>
      <ActionBar operation={operation} view={view} actions={actions} />
    </div>
  )
}

const ICONS = { done: Check, current: MapPin, next: ChevronRight } as const
const WORDS: Readonly<Record<StepState, string>> = {
  done: text.stepDone,
  current: text.stepCurrent,
  next: text.stepNext,
}

/** 'Paso 4 de 8' and the stepper: a list on a phone, in a row on a wide screen. */
function StepProgress({ operationType, step }: { operationType: OperationType; step: StepType }) {
  const { position, count, steps } = progressView(operationType, step)
  return (
    <section>
      <div className={stepProgress.line}>
        <strong>{text.stepOf(position, count)}</strong>
        <progress className={stepProgress.bar} value={position} max={count} aria-hidden="true" />
      </div>
      <ol className={stepProgress.steps} aria-label={text.stepsLabel}>
        {steps.map(({ step: id, label, state }) => {
          const Icon = ICONS[state]
          return (
            <li
              key={id}
              className={stepProgress.step}
              data-state={state}
              aria-current={state === 'current' ? 'step' : undefined}
            >
              <span className={stepProgress.dot}>
                <Icon size={16} strokeWidth={3} />
              </span>
              <Spoken>{WORDS[state]} </Spoken>
              <span>{label}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
