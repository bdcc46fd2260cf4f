import { commonText } from '../../text/page.ts'

/** The document's title: the screen's name with the product's. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${commonText.appName}`}</title>
}
