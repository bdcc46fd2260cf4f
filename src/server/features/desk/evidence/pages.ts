import { writtenMonth, writtenTimes } from '#domain/time/written'
import { Html, html } from '../../../http/answer/html.ts'
import { type Dress, messagePage } from '../../public/tracking/page/document.ts'
import { verifyPathOf } from './file.ts'
import type { OpenedPack } from './links/service.ts'
import type { Verified } from './service.ts'
import { type EvidenceLanguage, WORDS } from './sheet.ts'
import type { ShownPack } from './thread.ts'

export interface EvidenceDress extends Dress {
  /** IANA: of the times. */
  zone: string
}

export const languageOf = ({ words }: Dress): EvidenceLanguage => (words.locale === 'en' ? 'en' : 'es')

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
  const { long } = writtenTimes(languageOf(dress), dress.zone)
  return page(
    dress,
    'verifyTitle',
    html`<h1>${words.verified}</h1>
  <p><strong>${containerNumber ?? words.verifiedMonth(writtenMonth(month ?? '', words.locale))}</strong></p>
  <p>${words.version} ${version} · ${words.issuedAt}: ${long(issuedAt.getTime())}</p>
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

/**
 * A pack by link: what it comes to, its files, and how it is verified. `path`: of this page, without a slash at its end;
 * `renewedPath`: of the newest version that a correction has made of it.
 */
export function packPage(
  dress: EvidenceDress,
  { pack, link, isNewest, renewed }: OpenedPack,
  { heading, issuer, zone, view }: ShownPack,
  { path, renewedPath }: { path: string; renewedPath: string | null },
): Html {
  const language = languageOf(dress)
  const words = WORDS[language]
  const { hash, issuedAt } = pack
  const { long } = writtenTimes(language, zone)
  const file = (format: 'pdf' | 'csv', label: string, kind: string): Html =>
    html`<a class="${kind}" href="${path}/archivo?format=${format}&amp;language=${language}" download>${label}</a>`
  return page(
    dress,
    'title',
    html`<h1>${heading}</h1>
  ${renewed && html`<p role="status"><strong>${words.corrected(renewed.version, long(renewed.issuedAt.getTime()))}</strong> <a class="link" href="${renewedPath}">${words.openVersion(renewed.version)}</a></p>`}
  ${new Html(view)}
  <p class="ways">${file('pdf', words.getPdf, 'button filled')}${file('csv', words.getCsv, 'button')}</p>
  <p>${words.version} ${pack.version} · ${long(issuedAt.getTime())}<br>${words.issuer}: ${issuer}</p>
  ${isNewest || !renewed ? html`<p><strong>${isNewest ? words.newest : words.newer}</strong></p>` : ''}
  <p class="hash">${words.hash}<br><code>${hash}</code><br><a class="link" href="${verifyPathOf(pack)}">${words.verifyTitle}</a></p>
  <p class="area">${link.expiresAt && words.linkUntil(long(link.expiresAt.getTime()))} ${dress.words.zone(zone)}</p>`,
  )
}

/** One answer for links that are unknown, revoked or expired, and for those of who may share none any more. */
export function noPackPage(dress: EvidenceDress): Html {
  const { notIssued } = WORDS[languageOf(dress)]
  const { notFoundHint } = dress.words
  return page(dress, 'title', html`<div role="alert"><h1>${notIssued}</h1><p>${notFoundHint}</p></div>`)
}
