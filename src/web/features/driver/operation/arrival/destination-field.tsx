import { useQuery } from '@tanstack/react-query'
import { driverPlacesQuery } from '../../../../api/driver-places.ts'
import { operationText as text } from '../../../../text/driver.ts'
import classes from './destination-field.module.css'

/** Where the truck goes. Nothing while the supervisor keeps no place. The browser's own select: no field is lighter. */
export function DestinationField({
  value,
  onChange,
}: {
  value: number | null
  onChange: (placeId: number | null) => void
}) {
  const { data: places } = useQuery(driverPlacesQuery)
  if (!places || places.length === 0) return null
  return (
    <label className={classes.field}>
      {text.destination}
      <select
        value={String(value ?? '')}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? null : Number(currentTarget.value))
        }
      >
        <option value="">{text.anyDestination}</option>
        {places.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
