/** What a browser says of itself in its user agent, as far as a person would recognise it. Null: not recognised. */
export interface Device {
  browser: (typeof BROWSERS)[number][0] | null
  system: (typeof SYSTEMS)[number][0] | null
}

/** In this order: browsers name those that they resemble, and the most particular name is right. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Reads a user agent. It is what the client claims: enough to recognise an own device, not to prove one. */
export function deviceOf(userAgent: string): Device {
  return {
    browser: BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null,
    system: SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null,
  }
}
