/** Parameters of the desk's address to which another section leads. */
export const DESK = { tab: 'tab', search: 'op.buscar', alert: 'aviso' } as const

const address = (values: Record<string, string>): string => `/supervisor?${new URLSearchParams(values)}`

export const alertAddress = (id: number): string =>
  address({ [DESK.tab]: 'alerts', [DESK.alert]: String(id) })

/** The operations with this container number alone. */
export const operationAddress = (containerNumber: string): string =>
  address({ [DESK.search]: containerNumber })
