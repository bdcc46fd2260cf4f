import { ArrowLeft, Printer } from 'lucide-react'
import { Fragment, useEffect } from 'react'
import { Link } from 'wouter'
import { useProductConfig } from '../../../api/product-config.ts'
import { type TermsBlock, termsText as text } from '../../../text/terms.ts'
import { LanguageSwitch } from '../../../ui/page/language-switch.tsx'
import { Mark } from '../../../ui/page/mark.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ToolButton } from '../../../ui/panel/tool-button.tsx'
import classes from './terms.module.css'

/** The section that the hash names; '' for none, or for one that cannot be decoded. */
function sectionIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

/** Scrolls to the section of the hash: the page renders after the browser has looked for it. */
function useOpenedSection(): void {
  useEffect(() => {
    const id = sectionIn(window.location.hash)
    if (id !== '') document.getElementById(id)?.scrollIntoView()
  }, [])
}

export function TermsPage() {
  useOpenedSection()
  return (
    <main className={classes.page}>
      <header className={classes.header}>
        <Mark size={44} />
        <div>
          <h1 className={classes.title}>{text.title}</h1>
          <p className={classes.updated}>{text.updated}</p>
        </div>
        <LanguageSwitch />
        <ToolButton Icon={Printer} className={classes.print ?? ''} onClick={() => window.print()}>
          {text.print}
        </ToolButton>
      </header>
      <Panel as="nav" className={classes.contents} aria-labelledby="terms-contents">
        <h2 id="terms-contents">{text.contents}</h2>
        <ol>
          {text.sections.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </Panel>
      <article className={classes.text}>
        <p>{text.intro}</p>
        {text.sections.map(({ id, heading, blocks }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-heading`} tabIndex={-1}>
            <h2 id={`${id}-heading`}>
              {index + 1}. {heading}
            </h2>
            {blocks.map((block) => (
              <Block key={typeof block === 'string' ? block : block[0]} block={block} />
            ))}
          </section>
        ))}
      </article>
      <Link href="/auth" className={classes.back}>
        <ArrowLeft size={18} />
        {text.back}
      </Link>
    </main>
  )
}

function Block({ block }: { block: TermsBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <Sentence text={block} />
      </p>
    )
  }
  return (
    <ul>
      {block.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

function Sentence({ text: sentence }: { text: string }) {
  const email = useProductConfig()?.supportEmail
  return sentence.split('{email}').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
    <Fragment key={index}>
      {index > 0 && (email === undefined ? text.supportUnknown : <a href={`mailto:${email}`}>{email}</a>)}
      {part}
    </Fragment>
  ))
}
