import { Pill } from '../../../../ui/haulage/phase.tsx'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Alert.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Crown, Lock, RefreshCw, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { FEATURES, type Feature } from '#domain/account/entitlements'
import type { CorrectionTarget } from '../../../../api/desk/corrections.ts'
import type { PackTarget } from '../../../../api/desk/evidence.ts'
import { boardKey } from '../../../../api/desk/supervisor-operations.ts'
import { type Features, featuresQuery } from '../../../../api/entitlements.ts'
import { useLive } from '../../../../api/live.ts'
import { operatorsQuery } from '../../../../api/people/operators.ts'
import { DESK } from '../../../../lib/desk-address.ts'
import { NetworkError } from '../../../../lib/http.ts'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { ConnectionBadge } from '../../../../ui/haulage/connection-badge.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { PanelSkeleton } from '../../../../ui/loading/panel-skeleton.tsx'
import { Header, type HeaderProps } from '../../../../ui/page/header.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { Spoken } from '../../../../ui/panel/spoken.tsx'
import { panelId, type TabItem, TabList, tabId } from '../../../../ui/panel/tab-list.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { OperationsSkeleton } from '../list/operations-skeleton.tsx'
import { useLiveBoard, useRefresh } from '../queries.ts'
import classes from './desk.module.css'
import { OperationsPanel } from './operations-panel.tsx'
import premiumUpsell from './premium-upsell.module.css'
import { type Source, UpdatedAt } from './updated-at.tsx'

/** A further section of the desk. The route brings it, so that sections need not know each other. */
export interface DeskSection extends Omit<TabItem, 'locked'> {
  /** Without it the section is locked; null: it is always there. */
  feature: Feature | null
  content: ReactNode
  source: Source
}

const MAIN = 'main'
const OPERATIONS = 'operations'
/** The open section is in the address, so that reload, back and a shared link return to it. */
const TAB = DESK.tab

/** The supervisor's page: header, tab bar, and the section that is open. `sections` follow the operations, in order. */
export function SupervisorDesk({
  sections,
  notice,
  onCorrect,
  onPack,
  ...header
}: Pick<HeaderProps, 'name' | 'onLogout' | 'loggingOut'> & {
  sections: readonly DeskSection[]
  /** A line about the own account, above all sections. */
  notice: ReactNode
  onCorrect: (target: CorrectionTarget) => void
  onPack: (target: PackTarget) => void
}) {
  const entitlements = useQuery(featuresQuery)
  const features = entitlements.data?.features
  const premium = features && (features.premiumActivated || FEATURES.every((feature) => features[feature]))
  const board = useLiveBoard(features?.realTimeInfo ?? false)
  const { online } = useLive()
  const operators = useQuery(operatorsQuery)
  const { refresh, refreshing } = useRefresh()
  const wanted = useSearchParams()[0].get(TAB) ?? OPERATIONS

  return (
    <div className={classes.desk}>
      <a className={classes.skip} href={`#${MAIN}`}>
        {text.skip}
      </a>
      <Header
        {...header}
        title={text.title}
        badges={
          <>
            {premium && (
              <Pill small phase="waiting" Icon={Crown} title={text.premium}>
                {/* On a phone the crown alone: the row has no room for the word. */}
                <Spoken onPhones>{text.premium}</Spoken>
              </Pill>
            )}
            <ConnectionBadge online={online} />
          </>
        }
        tool={<LanguageSwitch brief />}
      />
      {notice}
      {features ? (
        <Sections
          features={features}
          sections={sections}
          tools={(source) => (
            <>
              <UpdatedAt source={source} onRefresh={() => refresh(false)} refreshing={refreshing} />
              <ToolButton Icon={RefreshCw} px={12} onClick={() => refresh(true)} loading={refreshing}>
                {text.refreshAll}
              </ToolButton>
            </>
          )}
          operations={
            <>
              {/* Without a network the board says so itself. */}
              {operators.isError && !(operators.error instanceof NetworkError) && (
                <LoadFailure title={text.loadFailed} query={operators} />
              )}
              <OperationsPanel
                board={board}
                mayView={features.fullScreenEnabled}
                mayShare={features.linkSharing}
                onCorrect={onCorrect}
                onPack={onPack}
              />
            </>
          }
        />
      ) : entitlements.isError ? (
        <LoadFailure title={text.loadFailed} query={entitlements} page />
      ) : (
        <>
          <div className={classes.bar} data-loading />
          <main className={classes.main}>
            {wanted === OPERATIONS ? <OperationsSkeleton /> : <PanelSkeleton />}
          </main>
        </>
      )}
    </div>
  )
}

function Sections({
  features,
  sections,
  tools,
  operations,
}: {
  features: Features
  sections: readonly DeskSection[]
  tools: (source: Source) => ReactNode
  operations: ReactNode
}) {
  const [params, setParams] = useSearchParams()
  const wanted = params.get(TAB) ?? OPERATIONS
  const all: readonly DeskSection[] = [
    {
      key: OPERATIONS,
      label: text.operationsTab,
      Icon: Truck,
      feature: 'realTimeInfo',
      content: operations,
      source: { path: boardKey[0], live: true },
    },
    ...sections,
  ]
  const isLocked = ({ feature }: DeskSection): boolean => feature !== null && !features[feature]
  const asked = all.find(({ key }) => key === wanted) ?? all[0]
  // A section that was locked while open gives way to the logs, where there are some to fall back to.
  const fallback = all.find((section) => section.key === 'logs' && !isLocked(section))
  const current = asked && isLocked(asked) ? (fallback ?? asked) : asked
  if (!current) return null

  return (
    <>
      <nav className={classes.bar}>
        <TabList
          label={text.tabs}
          className={classes.tabs}
          tabs={all.map((section) => ({ ...section, locked: isLocked(section) ? text.locked : null }))}
          current={current.key}
          onOpen={(key) =>
            setParams((before) => {
              const next = new URLSearchParams(before)
              if (key === OPERATIONS) next.delete(TAB)
              else next.set(TAB, key)
              return next
            })
          }
        />
        <div className={classes.tools}>{tools(current.source)}</div>
      </nav>
      <main id={MAIN} tabIndex={-1} className={classes.main}>
        <div id={panelId(current.key)} role="tabpanel" aria-labelledby={tabId(current.key)}>
          {current.feature !== null && isLocked(current) ? (
            <PremiumUpsell feature={current.feature} />
          ) : (
            current.content
          )}
        </div>
      </main>
    </>
  )
}

/** Stands where a feature would be that is not in the supervisor's plan. */
function PremiumUpsell({ feature }: { feature: Feature }) {
  const name = text.featureNames[feature]
  return (
    <Panel as="section" className={premiumUpsell.card} aria-label={name}>
      <Lock size={36} />
      <h2>{name}</h2>
      <p>{text.upsell(name)}</p>
      <p>{text.contactAdministrator}</p>
      <span title={text.locked} className={premiumUpsell.offer}>
        <Button disabled>{text.enable(name)}</Button>
      </span>
    </Panel>
  )
}
