import '../../../../styles/styles-form.ts'
import '@mantine/core/styles/Switch.layer.css'
import { Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { QuietHours as Hours } from '#contract/http/desk/alerts'
import { quietHoursQuery } from '../../../../api/desk/alerts.ts'
import { alertsText as text } from '../../../../text/alerts.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { useSaveQuietHours } from '../queries.ts'
import classes from './alerts.module.css'

/** When push messages wait, on every device of this person. Each change is saved at once, a time when it is left. */
export function QuietHours() {
  const query = useQuery(quietHoursQuery)
  const [typed, setTyped] = useState<Partial<Hours>>({})
  const save = useSaveQuietHours(() => setTyped({}))
  const hours = query.data && { ...query.data, ...typed }
  const isWrong = hours !== undefined && (!hours.from || !hours.until || hours.from === hours.until)
  const leave = () => hours && !isWrong && Object.keys(typed).length > 0 && save.mutate(hours)
  return (
    <section aria-labelledby="quiet-heading" className={classes.part}>
      <h3 id="quiet-heading">{text.quietHeading}</h3>
      <p className={classes.soft}>{text.quietHint}</p>
      {query.isError && <LoadFailure title={text.quietFailed} query={query} />}
      {hours && (
        <>
          <Switch
            size="md"
            label={text.quietOn}
            checked={hours.on}
            onChange={({ currentTarget }) => save.mutate({ ...query.data, on: currentTarget.checked })}
          />
          {hours.on && (
            <>
              <div className={classes.times}>
                {(['from', 'until'] as const).map((name) => (
                  <TextInput
                    key={name}
                    type="time"
                    label={text.quietTimes[name]}
                    value={hours[name]}
                    error={name === 'until' && isWrong && text.quietWrong}
                    onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
                    onBlur={leave}
                  />
                ))}
              </div>
              <Switch
                size="md"
                label={text.quietUrgent}
                checked={hours.urgentToo}
                onChange={({ currentTarget }) =>
                  save.mutate({ ...query.data, urgentToo: currentTarget.checked })
                }
              />
            </>
          )}
        </>
      )}
    </section>
  )
}
