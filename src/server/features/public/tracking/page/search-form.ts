import { type Html, html } from '../../../../http/answer/html.ts'
import type { TrackingPageWords } from '../../../../text/tracking-page/es.ts'
import { icon } from './icons.ts'

/** A field for a number or a link. `typed`: what it holds; `wrong`: it is neither. */
export const searchForm = (words: TrackingPageWords, typed = '', wrong = false): Html => html`
  <form class="search" action="/rastreo" method="get" role="search">
    <label for="numero">${words.searchLabel}</label>
    <div class="field"><input id="numero" name="numero" value="${typed}" maxlength="300" required autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="numero-hint"${wrong && html` aria-invalid="true"`}>
    <button class="button filled" type="submit">${icon('search', 18)}${words.searchButton}</button></div>
    <p id="numero-hint"${wrong && html` class="wrong" role="alert"`}>${wrong ? words.searchWrong : words.searchHint}</p>
  </form>`
