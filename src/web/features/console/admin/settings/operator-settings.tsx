import { Button, Switch } from '@mantine/core'
import { FEATURES } from '#domain/account/entitlements'
import { adminSettingsText as text } from '../../../../text/console.ts'
import { Panel } from '../../../../ui/panel/panel.tsx'
import classes from './settings.module.css'

/** Announced features of operators, and the button to delete one. */
export function OperatorSettings({ onRemove }: { onRemove: () => void }) {
  return (
    <>
      <Panel as="section" className={classes.card} aria-labelledby="admin-operator-features">
        <h3 id="admin-operator-features">{text.operatorFeatures}</h3>
        <ul className={classes.switches}>
          {FEATURES.map((feature) => (
            <li key={feature}>
              <Switch
                size="lg"
                labelPosition="left"
                classNames={{
                  body: classes.switchBody ?? '',
                  labelWrapper: classes.switchWords ?? '',
                  track: classes.switchToCome ?? '',
                }}
                label={text.operatorFeatureNames[feature]}
                description={text.soon}
                checked={false}
                readOnly
                disabled
              />
            </li>
          ))}
        </ul>
      </Panel>
      <Panel as="section" className={classes.card} aria-labelledby="admin-danger">
        <h3 id="admin-danger">{text.danger}</h3>
        <p className={classes.hint}>{text.dangerHint}</p>
        <Button color="red" onClick={onRemove}>
          {text.removeOperator}
        </Button>
      </Panel>
    </>
  )
}
