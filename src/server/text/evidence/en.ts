import type { VisitPart } from '#domain/detention/parts'
import type { CorrectionKind } from '#domain/operation/correct'
import { englishEventLabel } from '#domain/operation/labels-en'
import type { OperationType } from '#domain/operation/steps'
import { formatMinutes } from '#domain/time/duration'
import type { EvidenceWords } from './es.ts'

const TYPES: Record<OperationType, string> = { load: 'Loading', unload: 'Unloading' }

const PARTS: Record<VisitPart, string> = {
  accessTime: 'Queue (arrival to access)',
  parkingTime: 'Parking (access to parked)',
  loadUnloadTime: 'Service (loading or unloading)',
  exitTime: 'Exit (service to exit)',
  terminal: 'Terminal (access to exit)',
  visit: 'Visit (arrival to exit)',
}

const CORRECTIONS: Record<CorrectionKind, string> = {
  time: 'Time',
  stop_kind: 'Kind of stop',
  container_number: 'Container number',
  retraction: 'Event taken back',
  cancellation: 'Operation cancelled',
}

export const english: EvidenceWords = {
  locale: 'en',
  title: 'Detention evidence',
  monthTitle: 'Detention of the month',
  type: (type) => TYPES[type],
  event: englishEventLabel,
  part: (part) => PARTS[part],
  correction: (kind) => CORRECTIONS[kind],

  facts: 'Facts',
  container: 'Container',
  operationType: 'Type',
  driver: 'Driver',
  place: 'Place',
  noPlace: 'No place on record',
  client: 'Client',
  noClient: 'No client',
  issuer: 'Issued by',
  issuedAt: 'Date of issue',
  version: 'Version',
  month: 'Month',
  zone: 'Time zone',
  cancelled: 'Operation cancelled: no detention is due.',

  agreed: 'What was agreed',
  nothingAgreed: 'There is no agreement on detention for this visit.',
  contract: 'Agreement',
  freeOfPlace: 'Free time of the place, no rate',
  basis: 'Counted',
  bases: { visit: 'The visit: from arrival to exit', terminal: 'The terminal: from access to exit' },
  free: 'Free time',
  block: 'Started blocks of',
  pauses: 'Agreed pauses',
  rate: 'Rate per hour',
  upto: (minutes, rate) => `${rate} up to ${formatMinutes(minutes)}`,
  beyond: (rate) => `then ${rate}`,

  steps: 'Recorded steps',
  step: 'Step',
  occurred: 'Occurred',
  recorded: 'Recorded',
  grade: 'Position',
  note: 'Note',
  secondsInCsv: (zone) => `Times of ${zone}, without seconds; the CSV has them.`,
  inside: 'at the place',
  outside: (km) => `outside the place (${km} km)`,
  unknown: 'no sufficient position',
  poorFix: 'approximate',
  suggested: 'suggested by the phone',
  was: (time) => `first recorded: ${time}`,
  late: (duration) => `recorded ${duration} later`,
  phoneSaid: (time) => `the phone said: ${time}`,
  retracted: 'taken back',

  corrections: 'Corrections',
  noCorrections: 'None.',
  correctionKind: 'What',
  before: 'Before',
  after: 'After',
  by: 'Who and when',
  reason: 'Reason',
  undoneOffline: (time) => `undone without signal; the phone said: ${time}`,

  waiting: 'The waiting',
  partColumn: 'Part',
  minutesColumn: 'Minutes',
  sum: 'The sum',
  concept: 'Item',
  time: 'Time',
  counted: 'Counted',
  endedAfter: (days) => `Counting ends ${days} days after it began.`,
  chargeable: 'Chargeable',
  billed: 'Billed',
  perHour: (rate) => `At ${rate} per hour`,
  total: 'Detention total (MXN)',
  tax: 'Tax (MXN)',
  totalTaxed: 'Total with tax (MXN)',
  visitFrom: (from, to) => `From ${from} to ${to}`,
  sumOf: (free, { countedMinutes, chargeableMinutes, billedMinutes }) =>
    `Counted ${formatMinutes(countedMinutes)} · free ${formatMinutes(free)} · chargeable ${formatMinutes(chargeableMinutes)} · billed ${formatMinutes(billedMinutes)}`,
  sumOfMonth: (visits, charged) => `${visits} ${visits === 1 ? 'visit' : 'visits'}, ${charged} with a charge`,
  noRate: 'no rate agreed',

  visits: 'Visits',
  noVisits: 'No visit has ended in this month.',
  arrival: 'Arrival',
  exit: 'Exit',
  amount: 'Amount',
  pesos: 'MXN',
  correctionsCount: 'Corr.',
  chainHead: 'Chain',

  proof: 'Proof',
  chain: (records) => `Newest hash of the chain (${records} records)`,
  hash: 'SHA-256 of the content',
  verify: 'Check it at',
  codes: 'This file cannot draw some letters: [U+0000] is the Unicode number of one. The CSV has them.',
  page: (page, of) => `Page ${page} of ${of}`,

  map: 'Where the steps were recorded',
  visitsCharged: 'Visits with a charge',
  moreInFiles: (visits) =>
    visits === 1 ? 'One more visit is in the files.' : `${visits} more visits are in the files.`,
  getPdf: 'Download PDF',
  getCsv: 'Download CSV',
  linkUntil: (time) => `This link expires on ${time}.`,

  verifyTitle: 'Verify an evidence pack',
  verified: 'This evidence was issued by Acarreo',
  verifiedMonth: (month) => `Detention of the month ${month}`,
  newest: 'It is the newest version.',
  newer: 'There is a newer version. Ask for it where you got this one.',
  corrected: (version, time) => `Corrected; version ${version}, ${time}.`,
  openVersion: (version) => `Open version ${version}`,
  notIssued: 'We could not find this evidence',
  notIssuedHint:
    'Check that the code has all 64 characters that the pack prints, without spaces. If it is complete, this product did not issue it, or its issuer no longer exists.',
}
