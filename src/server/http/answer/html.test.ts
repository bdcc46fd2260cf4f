import { expect, it } from 'vitest'
import { html, trusted } from './html.ts'

it('escapes every value, in text and in attributes', () => {
  const hostile = `<script>alert("1")</script>&'`
  expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(
    '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;</p>',
  )
})

it('takes in what is HTML already, lists, numbers, and nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
  expect(html`<ul>${items}</ul>${0}${null}${false}${trusted('<br>')}`.text).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>0<br>',
  )
})
