import { writtenMonth } from '#domain/time/written'
import { type Html, html } from '../../../http/html.ts'
import { type Dress, messagePage } from '../../public/tracking/page/document.ts'
import { timeText } from '../../public/tracking/page/times.ts'
import type { OpenedPack } from './links/service.ts'
import { contentOf, type Verified } from './service.ts'
import { type EvidenceLanguage, WORDS } from './sheet.ts'

export interface EvidenceDress extends Dress {
  /** IANA: of the times. */
  zone: string
}

const languageOf = ({ words }: Dress): EvidenceLanguage => (words.locale === 'en' ? 'en' : 'es')

function page(dress: EvidenceDress, title: 'verifyTitle' | 'title', body: Html): Html {
  const area = WORDS[languageOf(dress)][title]
  return messagePage(dress, { title: area, area, body })
}

/** Says of a hash: for which container number or month, when, and which version. */
export function verifiedPage(
  dress: EvidenceDress,
  { containerNumber, month, version, issuedAt, isNewest }: Verified,
): Html {
  const words = WORDS[languageOf(dress)]
  const time = timeText(dress.words.locale, dress.zone)
  return page(
    dress,
    'verifyTitle',
    html`<h1>${words.verified}</h1>
  <p><strong>${containerNumber ?? words.verifiedMonth(writtenMonth(month ?? '', words.locale))}</strong></p>
  <p>${words.version} ${version} · ${words.issuedAt}: ${time(issuedAt.toISOString())}</p>
  <p>${isNewest ? words.newest : words.newer}</p>
  <p class="area">${dress.words.zone(dress.zone)}</p>`,
  )
}

/** One answer for what was never issued and what was changed since. */
export function notIssuedPage(dress: EvidenceDress): Html {
  const words = WORDS[languageOf(dress)]
  return page(
    dress,
    'verifyTitle',
    html`<div role="alert"><h1>${words.notIssued}</h1><p>${words.notIssuedHint}</p></div>`,
  )
}

/** A pack by link: what it is of, and its files. `path`: of this page, without a slash at its end. */
export function packPage(dress: EvidenceDress, { pack, link, isNewest }: OpenedPack, path: string): Html {
  const language = languageOf(dress)
  const words = WORDS[language]
  const time = timeText(dress.words.locale, dress.zone)
  const content = contentOf(pack)
  const about =
    content.kind === 'operation'
      ? content.containerNumber
      : `${content.client ?? words.noClient} · ${content.month}`
  const file = (format: 'pdf' | 'csv', label: string, kind: string): Html =>
    html`<a class="${kind}" href="${path}/archivo?format=${format}&amp;language=${language}" download>${label}</a>`
  return page(
    dress,
    'title',
    html`<h1>${about}</h1>
  <p>${words.version} ${pack.version} · ${time(pack.issuedAt.toISOString())}<br>${words.issuer}: ${content.supervisor.name}</p>
  <p><strong>${isNewest ? words.newest : words.newer}</strong></p>
  <p class="ways">${file('pdf', words.getPdf, 'button filled')}${file('csv', words.getCsv, 'button')}</p>
  <p class="hash">${words.hash}<br><code>${pack.hash}</code><br><a class="link" href="/verificar/${pack.hash}">${words.verifyTitle}</a></p>
  <p class="area">${link.expiresAt && words.linkUntil(time(link.expiresAt.toISOString()))} ${dress.words.zone(dress.zone)}</p>`,
  )
}

/** One answer for links that are unknown, revoked or expired, and for those of who may share none any more. */
export function noPackPage(dress: EvidenceDress): Html {
  const { notIssued } = WORDS[languageOf(dress)]
  const { notFoundHint } = dress.words
  return page(dress, 'title', html`<div role="alert"><h1>${notIssued}</h1><p>${notFoundHint}</p></div>`)
}
