/** Props of a password's button that shows it: for the keyboard and for screen readers too, which Mantine leaves out. */
export const passwordToggle = (label: string) =>
  ({ 'aria-label': label, tabIndex: 0, 'aria-hidden': false }) as const
