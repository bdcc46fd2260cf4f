const SCHEME = 'data-mantine-color-scheme'

/** Prints in the light scheme: paper is white, and browsers leave out grounds, but not what is written on them. */
export function lightOnPaper(): void {
  const paper = matchMedia('print')
  const root = document.documentElement
  let onScreen: string | null = null
  paper.addEventListener('change', () => {
    if (paper.matches) onScreen = root.getAttribute(SCHEME)
    root.setAttribute(SCHEME, paper.matches ? 'light' : (onScreen ?? 'light'))
  })
}
