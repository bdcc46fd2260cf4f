/** Tabs of the console as they stand in the address; `usuarios` is what an address without one means. */
export const TABS = ['usuarios', 'metricas', 'configuracion', 'sistema'] as const
export type Tab = (typeof TABS)[number]

export const VIEWS = ['resumen', 'operadores', 'actividad'] as const
export type View = (typeof VIEWS)[number]

/**
 * Where in the console somebody is; all of it lives in the address, so that back, reload and a bookmark work. What they
 * look for in a list is not a place: the console keeps it while it is open.
 */
export interface Place {
  tab: Tab
  /** Of permissions: whose. Of metrics: the supervisor. */
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

/** The query of a place, without its question mark; empty for the console's first page. */
export function writePlace({ tab, user, view }: Place): string {
  const params = new URLSearchParams()
  if (tab !== 'usuarios') params.set('tab', tab)
  if (user !== null && (tab === 'configuracion' || tab === 'metricas')) params.set('usuario', String(user))
  if (tab === 'metricas' && view !== 'resumen') params.set('vista', view)
  return params.toString()
}
