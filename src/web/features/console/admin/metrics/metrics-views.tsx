import { CircleCheck, Lock } from 'lucide-react'
import type { SupervisorMetricsResponse } from '#contract/http/console/admin'
import { FEATURES, type Feature } from '#domain/account/entitlements'
import { adminSettingsText, adminMetricsText as text } from '../../../../text/console.ts'
import { Table } from '../../../../ui/data/table.tsx'
import { Pill } from '../../../../ui/haulage/phase.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import table from '../table/table.module.css'
import { StateBadge } from '../table/table-parts.tsx'
import classes from './metrics.module.css'
import { hoursText, type OperatorMetrics, rankOperators, shares, utilizationText } from './metrics-model.ts'

export function Summary({ answer }: { answer: SupervisorMetricsResponse }) {
  const { supervisor, metrics } = answer
  const { activeOperators, operatorLimit } = supervisor
  const cards = [
    [text.activeOperators, text.ofLimit(activeOperators, operatorLimit), text.utilizationHint],
    [text.trips, metrics.totalTrips, text.tripsHint],
    [text.sessions, metrics.totalSessions, text.sessionsHint],
    [text.containers, metrics.totalContainers, text.containersHint],
    [text.hours, hoursText(metrics.totalHours), text.hoursHint],
    [text.utilization, utilizationText(activeOperators, operatorLimit), text.utilizationHint],
    [text.sharedLinks, metrics.totalSharedLinks, ''],
  ] as const
  return (
    <>
      <dl className={classes.cards}>
        {cards.map(([term, figure, hint]) => (
          <Panel key={term} className={classes.card}>
            <dt>{term}</dt>
            <dd>{figure}</dd>
            {hint !== '' && term !== text.activeOperators && <dd className={classes.hint}>{hint}</dd>}
          </Panel>
        ))}
      </dl>
      <PremiumUse premium={answer.premium} />
    </>
  )
}

/** Each premium function, whether it is on, and what was done with it. */
function PremiumUse({ premium: { on, uses } }: { premium: SupervisorMetricsResponse['premium'] }) {
  const counted: Partial<Record<Feature, Partial<Record<keyof typeof text.uses, number>>>> = uses
  // Those that have something to say first.
  const features = FEATURES.toSorted((a, b) => Number(b in uses) - Number(a in uses))
  return (
    <section aria-labelledby="premium-use" className={classes.premium}>
      <h3 id="premium-use">{text.premium}</h3>
      <p className={classes.soft}>{text.premiumHint}</p>
      <div className={classes.features}>
        {features.map((feature) => (
          <Panel as="section" key={feature} className={classes.feature} aria-labelledby={`use-${feature}`}>
            <header>
              <h4 id={`use-${feature}`}>{adminSettingsText.featureNames[feature].label}</h4>
              <Pill small phase={on[feature] ? 'done' : 'stale'} Icon={on[feature] ? CircleCheck : Lock}>
                {on[feature] ? text.featureOn : text.featureOff}
              </Pill>
            </header>
            {counted[feature] ? (
              <dl>
                {Object.entries(counted[feature]).map(([name, figure]) => (
                  <div key={name}>
                    <dt>{text.uses[name as keyof typeof text.uses]}</dt>
                    <dd>{figure}</dd>
                  </div>
                ))}
              </dl>
            ) : (
              <p className={classes.soft}>{text.notCounted}</p>
            )}
          </Panel>
        ))}
      </div>
    </section>
  )
}

export function OperatorsOf({ operators }: { operators: readonly OperatorMetrics[] }) {
  if (operators.length === 0) return <Empty>{text.none}</Empty>
  return (
    <Panel as="section" className={table.frame} tabIndex={0} aria-label={text.operators}>
      <Table className={table.table} aria-label={text.operators}>
        <thead>
          <tr>
            <th scope="col">{text.operator}</th>
            <th scope="col">{text.state}</th>
            {[text.trips, text.sessions, text.hours, text.containers].map((label) => (
              <th key={label} scope="col" className={table.number}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rankOperators(operators).map((operator) => (
            <tr key={operator.id}>
              <th scope="row" className={classes.person}>
                <strong>{operator.displayName}</strong>
                <span>{operator.username}</span>
              </th>
              <td>
                <StateBadge active={operator.isActive} />
              </td>
              <td className={table.number}>{operator.tripsCount}</td>
              <td className={table.number}>{operator.sessionsCount}</td>
              <td className={table.number}>{hoursText(operator.hoursActive)}</td>
              <td className={table.number}>{operator.containersCount}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

const MEASURES = [
  { label: text.trips, value: (o: OperatorMetrics) => o.tripsCount, words: String },
  { label: text.hours, value: (o: OperatorMetrics) => o.hoursActive, words: hoursText },
  { label: text.containers, value: (o: OperatorMetrics) => o.containersCount, words: String },
] as const

/** Bars in proportion to the longest, each with its value as text. */
export function Activity({ operators }: { operators: readonly OperatorMetrics[] }) {
  const ranked = rankOperators(operators)
  if (ranked.length === 0) return <Empty>{text.none}</Empty>
  return (
    <div className={classes.charts}>
      {MEASURES.map(({ label, value, words }) => {
        const widths = shares(ranked.map(value))
        return (
          <Panel as="section" key={label} className={classes.chart}>
            <h3>{text.activityOf(label)}</h3>
            <dl>
              {ranked.map((operator, index) => (
                <div key={operator.id}>
                  <dt title={operator.username}>{operator.displayName}</dt>
                  <dd>
                    <i aria-hidden="true">
                      <i style={{ width: `${widths[index]}%` }} />
                    </i>
                    <span>{words(value(operator))}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </Panel>
        )
      })}
    </div>
  )
}
