import type { Rule, Verdict } from '#domain/alert/judge'
import type { ClosedWhy } from '../../../../db/schema/alerts.ts'

export interface StoredRule extends Rule {
  id: number
  supervisorId: number
}

/** What the judge has found. */
export type Finding =
  | { action: 'raise' | 'escalate'; rule: StoredRule; operationKey: string; verdict: Verdict }
  | { action: 'close'; ruleId: number; supervisorId: number; operationKey: string; why: ClosedWhy }

export const supervisorOf = (finding: Finding): number =>
  finding.action === 'close' ? finding.supervisorId : finding.rule.supervisorId

const keyOf = (finding: Finding): string =>
  `${finding.action === 'close' ? finding.ruleId : finding.rule.id} ${finding.operationKey}`

/**
 * What these findings, oldest first, come to: at most one close and one raise or escalation for each rule and operation.
 * The statement that writes a batch does not know its order, so an alert must not be raised and closed in the same one.
 */
export function netOf(findings: readonly Finding[]): Finding[] {
  const byKey = new Map<string, Finding[]>()
  for (const finding of findings) {
    const known = byKey.get(keyOf(finding))
    if (known) known.push(finding)
    else byKey.set(keyOf(finding), [finding])
  }
  return [...byKey.values()].flatMap(netOfOne)
}

function netOfOne(findings: readonly Finding[]): Finding[] {
  const newest = findings.at(-1)
  // The first close: what was open before is closed by it, and what was raised since is not written.
  const closed = findings.filter(({ action }) => action === 'close').slice(0, 1)
  if (!newest || newest.action === 'close') return closed
  const isRaised = findings.some(({ action }) => action === 'raise')
  return [...closed, { ...newest, action: isRaised ? 'raise' : 'escalate' }]
}
