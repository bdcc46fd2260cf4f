/** Tabs of the console as in the address. An address without one means `usuarios`. */
export const TABS = ['usuarios', 'metricas', 'configuracion', 'sistema'] as const
export type Tab = (typeof TABS)[number]

export const VIEWS = ['resumen', 'operadores', 'actividad'] as const
export type View = (typeof VIEWS)[number]

/** The place in the console. It is in the address, so that back, reload and bookmarks work. */
export interface Place {
  tab: Tab
  /** The user of the permissions, or the supervisor of the metrics. */
  user: number | null
  /** Of metrics. */
  view: View
}

const oneOf = <T extends string>(values: readonly T[], text: string | null, otherwise: T): T =>
  values.find((value) => value === text) ?? otherwise

export function readPlace(search: string): Place {
  const params = new URLSearchParams(search)
  const tab = oneOf(TABS, params.get('tab'), 'usuarios')
  const user = params.get('usuario') ?? ''
  const hasUser = tab === 'configuracion' || tab === 'metricas'
  return {
    tab,
    user: hasUser && /^[1-9]\d{0,9}$/.test(user) ? Number(user) : null,
    view: oneOf(VIEWS, params.get('vista'), 'resumen'),
  }
}

/** The query string of a place, without `?`; empty for the first page. */
export function writePlace({ tab, user, view }: Place): string {
  const params = new URLSearchParams()
  if (tab !== 'usuarios') params.set('tab', tab)
  if (user !== null && (tab === 'configuracion' || tab === 'metricas')) params.set('usuario', String(user))
  if (tab === 'metricas' && view !== 'resumen') params.set('vista', view)
  return params.toString()
}
