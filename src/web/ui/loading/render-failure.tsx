import { Component, type ErrorInfo, type ReactNode } from 'react'
import { commonText } from '../../text/page.ts'
import { MessagePage } from '../page/message-page.tsx'
import classes from './render-failure.module.css'
import { reloadIfReplaced } from './replaced-page.ts'

/** Shown when rendering failed or a chunk could not be loaded, as after a deploy. */
export class RenderFailure extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('No se pudo mostrar la página', error, info.componentStack)
    void reloadIfReplaced()
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <MessagePage>
        <div role="alert" className={classes.words}>
          <h1>{commonText.renderFailureTitle}</h1>
          <p>{commonText.renderFailureHint}</p>
        </div>
        <button type="button" className={classes.button} onClick={() => window.location.reload()}>
          {commonText.reload}
        </button>
      </MessagePage>
    )
  }
}
