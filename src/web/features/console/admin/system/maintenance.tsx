import { Switch } from '@mantine/core'
import { useState } from 'react'
import { adminSystemText as text } from '../../../../text/console.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { useChangeSetting } from '../settings/queries.ts'
import { useUsers } from '../users/queries.ts'
import classes from './system.module.css'

/** Keeps the line's place. */
const UNKNOWN = '\u00a0'

/** Asks before switching on, because all users see it; switches off at once. `on` null: not known yet. */
export function Maintenance({ on }: { on: boolean | null }) {
  const change = useChangeSetting()
  const [asking, setAsking] = useState(false)
  return (
    <Panel className={classes.card} data-on={on || undefined}>
      <Switch
        size="lg"
        labelPosition="left"
        classNames={{ body: classes.switchBody ?? '', labelWrapper: classes.switchWords ?? '' }}
        label={text.maintenance}
        description={on === null ? UNKNOWN : on ? text.maintenanceOn : text.maintenanceOff}
        checked={on ?? false}
        disabled={on === null}
        onChange={(event) => {
          if (event.currentTarget.checked) setAsking(true)
          else change({ key: 'maintenance_mode', value: 'false' })
        }}
      />
      <Dialog opened={asking} onClose={() => setAsking(false)} title={text.maintenanceTitle}>
        <Form
          className={classes.form}
          submit={text.maintenanceConfirm}
          dangerous
          onSubmit={() => {
            change({ key: 'maintenance_mode', value: 'true' })
            setAsking(false)
          }}
          onCancel={() => setAsking(false)}
        >
          <p>
            <strong>{text.maintenanceQuestion}</strong> <Count />
          </p>
          <p className={classes.soft}>{text.maintenanceNote}</p>
        </Form>
      </Dialog>
    </Panel>
  )
}

function Count() {
  const { users } = useUsers()
  if (!users) return null
  const active = (rows: readonly { isActive: boolean }[]) => rows.filter(({ isActive }) => isActive).length
  return text.maintenanceCount(active(users.supervisors), active(users.operators))
}
