import { ChevronRight } from 'lucide-react'
import { adminText as text } from '../../../../text/console.ts'
import type { Place, Tab } from '../place.ts'
import classes from './console.module.css'

const NAMES: Readonly<Record<Tab, string>> = {
  usuarios: text.users,
  metricas: text.metrics,
  configuracion: text.permissions,
  sistema: text.system,
}

/** Administración > Usuarios/Permisos/Sistema/Métricas > Usuario #id. */
export function Breadcrumb({ place, onGo }: { place: Place; onGo: (to: Partial<Place>) => void }) {
  const crumbs = [
    { label: text.root, go: () => onGo({ tab: 'usuarios' }) },
    { label: NAMES[place.tab], go: () => onGo({ user: null }) },
    ...(place.user === null ? [] : [{ label: text.user(place.user), go: null }]),
  ]
  return (
    <nav aria-label={text.trail}>
      <ol className={classes.trail}>
        {crumbs.map(({ label, go }, index) => {
          const last = index === crumbs.length - 1
          return (
            <li key={label}>
              {index > 0 && <ChevronRight size={16} />}
              {last || go === null ? (
                <span aria-current="page">{label}</span>
              ) : (
                <button type="button" onClick={go}>
                  {label}
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
