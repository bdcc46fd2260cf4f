import { CircleUser, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { commonText } from '../../text/page.ts'
import { Spoken } from '../panel/spoken.tsx'
import classes from './header.module.css'
import { Mark } from './mark.tsx'

export interface HeaderProps {
  /** The area's title. */
  title: string
  /** Display name of the signed-in user. */
  name: string
  /** Badges and small controls between the name and Logout. */
  badges?: ReactNode
  /** A control beside Logout. */
  tool?: ReactNode
  /** False: the name leads nowhere, since the administrator has no account. */
  hasAccount?: boolean
  onLogout: () => void
  loggingOut?: boolean
}

/** The header of the signed-in areas. On a phone Logout shows only its icon, with the same accessible name. */
export function Header({
  title,
  name,
  badges,
  tool,
  hasAccount = true,
  onLogout,
  loggingOut = false,
}: HeaderProps) {
  return (
    <header className={classes.header} data-tool={tool === undefined ? undefined : true}>
      <Mark size={36} />
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {hasAccount ? (
          <Link href="/account" className={classes.name} title={commonText.myAccount}>
            {name}
            <CircleUser size={16} aria-label={commonText.myAccount} />
          </Link>
        ) : (
          <span className={classes.name}>{name}</span>
        )}
      </div>
      <div className={classes.badges}>{badges}</div>
      {tool && <div className={classes.tool}>{tool}</div>}
      <button type="button" className={classes.logout} onClick={onLogout} disabled={loggingOut}>
        <LogOut size={20} />
        <Spoken onPhones>{commonText.logout}</Spoken>
      </button>
    </header>
  )
}
