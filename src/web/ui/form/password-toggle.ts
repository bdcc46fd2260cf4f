/** Props that make the 'show password' button usable by keyboard and screen reader, which Mantine leaves out. */
export const passwordToggle = (label: string) =>
  ({ 'aria-label': label, tabIndex: 0, 'aria-hidden': false }) as const
