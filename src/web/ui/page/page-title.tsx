import { commonText } from '../../text/common.ts'

/** What the tab, the history and a reader call the screen, instead of the product alone. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${commonText.appName}`}</title>
}
