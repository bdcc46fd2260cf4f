import { loadWords } from './load-words.ts'

export const {
  corrections: correctionsText,
  desk: deskText,
  detention: detentionText,
  evidence: evidenceText,
  history: historyText,
  kpis: kpisText,
  liveOperations: liveOperationsText,
  operationLinks: operationLinksText,
  operators: operatorsText,
  premium: premiumText,
} = await loadWords('desk')
