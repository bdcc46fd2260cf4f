/** `$ 1,050.00`: an amount in integer centavos, without passing through a fraction. */
export function pesos(centavos: number): string {
  const whole = String(Math.floor(Math.abs(centavos) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = String(Math.abs(centavos) % 100).padStart(2, '0')
  return `${centavos < 0 ? '-' : ''}$ ${whole}.${rest}`
}

/** Centavos of an amount as a person types it (`840`, `840.5`, `1,200.00`); null: it is none. */
export function centavosOf(text: string): number | null {
  const parts = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!parts?.[1]) return null
  return Number(parts[1].replaceAll(',', '')) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}
