/** The mark: a container seen end-on above a route line. The same drawing is the favicon (public/favicon.svg). */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="64" height="64" rx="14" fill="#0b605f" />
      <path d="M12 14h40v30H12z" fill="none" stroke="#fff" strokeWidth="4" strokeLinejoin="round" />
      <path d="M32 14v30M22 20v18M42 20v18" stroke="#fff" strokeWidth="3.5" strokeLinecap="round" />
      <path d="M10 54h18c6 0 6-4 12-4h8" fill="none" stroke="#ffc247" strokeWidth="4" strokeLinecap="round" />
      <circle cx="52" cy="50" r="4.5" fill="#ffc247" />
    </svg>
  )
}
