import type { EvidencePack, MonthPack, OperationPack } from '#domain/evidence/content'
import { mapsLink } from '#domain/geo/position'
import { type Html, html } from '../../../http/answer/html.ts'
import type { EvidenceWords } from '../../../text/evidence/es.ts'
import { pointSketch } from '../../public/tracking/page/sketch.ts'
import type { Sheet } from './sheet.ts'
import { positionText } from './step-text.ts'
import { type Cell, shown } from './written-cell.ts'

/** More would outgrow a phone's page; the files have all. */
const MOST_VISITS = 50

/** What a pack comes to and why, for a page without a script: sum, free time, minutes, then its steps or its visits. */
export function packView(pack: EvidencePack, { summary }: Sheet, words: EvidenceWords): Html {
  const body = pack.kind === 'operation' ? operationView(pack, words) : monthView(pack, words)
  return html`<section class="paper">
  ${summary && html`<p>${summary.label}</p><p class="sum">${shown(summary.value, words)}</p>${summary.taxed.map(([label, value]) => html`<p><strong>${label}: ${shown(value, words)}</strong></p>`)}${summary.lines.map((line) => html`<p>${line}</p>`)}`}
  ${body}
</section>`
}

const facts = (rows: readonly (readonly [label: string, value: string | null | undefined])[]): Html =>
  html`<dl class="details">${rows.map(([label, value]) => value && html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`

function operationView(pack: OperationPack, words: EvidenceWords): Html {
  const { client, place, zone } = pack
  const steps = pack.steps.filter(({ retracted }) => !retracted)
  return html`${pack.cancelled && html`<p><strong>${words.cancelled}</strong></p>`}
  ${facts([
    [words.place, place?.name],
    [words.client, client],
  ])}
  ${pointSketch(
    steps.flatMap(({ position }) => position ?? []),
    words.map,
  )}
  <h2>${words.steps}</h2>
  <ol class="rows">${steps.map((step) => {
    const { position } = step
    const where = positionText(step, words)
    return html`<li><strong>${words.event(step.eventType)}</strong><time datetime="${step.occurredAt}">${shown({ at: step.occurredAt, zone }, words)}</time>${where && html`<span class="soft">${position ? html`<a class="link" href="${mapsLink(position)}" target="_blank" rel="noopener noreferrer">${where}</a>` : where}</span>`}</li>`
  })}</ol>`
}

function monthView({ visits, zone }: MonthPack, words: EvidenceWords): Html {
  const charged = visits.filter(({ charge }) => (charge?.chargeableMinutes ?? 0) > 0)
  const more = visits.length - Math.min(charged.length, MOST_VISITS)
  const amount = (centavos: number | null | undefined): Cell =>
    centavos == null ? words.noRate : { centavos }
  return html`<h2>${words.visitsCharged}</h2>
  <ol class="rows">${charged.slice(0, MOST_VISITS).map(({ containerNumber, arrivedAt, charge }) => {
    const free = html`${shown({ at: arrivedAt, zone }, words)} · ${words.chargeable}: ${shown({ minutes: charge?.chargeableMinutes ?? 0 }, words)}`
    return html`<li><strong>${containerNumber}</strong><span>${shown(amount(charge?.centavos), words)}</span><span class="soft">${free}</span></li>`
  })}</ol>
  ${more > 0 && html`<p class="soft">${words.moreInFiles(more)}</p>`}`
}
