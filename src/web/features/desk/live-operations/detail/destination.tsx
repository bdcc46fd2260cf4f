import { NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DestinationRequest } from '#contract/http/driver/places'
import { boardKey } from '../../../../api/desk/supervisor-operations.ts'
import type { Operation } from '../../../../api/operation.ts'
import { operationRecordKey } from '../../../../api/operation-record.ts'
import { giveDestination, placesQuery } from '../../../../api/places.ts'
import { HttpError } from '../../../../lib/http.ts'
import { placesText as text } from '../../../../text/places.ts'
import { toast, toastFailure } from '../../../../ui/toast/toast.ts'
import classes from './operation-detail.module.css'

/** Where an operation goes, and for whom. Nothing while the supervisor keeps no place. */
export function Destination({ operation, ended }: { operation: Operation; ended: boolean }) {
  const { operationKey, placeId, placeGiven, clientId } = operation
  const client = useQueryClient()
  const { data } = useQuery(placesQuery)
  const give = useMutation({
    mutationFn: (destination: DestinationRequest) => giveDestination(operationKey, destination),
    onSuccess: () => toast({ title: text.destinationSaved, id: 'destination' }),
    onError: (error) =>
      toastFailure(
        'destination',
        text.destinationFailed,
        error instanceof HttpError ? error.sentence : error.message,
      ),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: boardKey })
      void client.invalidateQueries({ queryKey: operationRecordKey(operationKey) })
    },
  })
  if (!data || data.places.length === 0) return null
  const found = placeGiven ? undefined : data.places.find(({ id }) => id === placeId)
  const choices = data.places.filter(({ id, retiredAt }) => retiredAt === null || id === placeId)
  const ofPlace = data.places.find(({ id }) => id === placeId)?.clientId
  const usual = data.clients.find(({ id }) => id === ofPlace)
  const idOf = (value: string) => (value === '' ? null : Number(value))
  const disabled = ended || give.isPending
  return (
    <div className={classes.destination}>
      <NativeSelect
        size="md"
        label={text.place}
        disabled={disabled}
        value={placeGiven ? String(placeId) : ''}
        data={[
          { value: '', label: found ? `${found.name} (${text.byArrival})` : text.byArrival },
          ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget }) => give.mutate({ placeId: idOf(currentTarget.value) })}
      />
      {data.clients.length > 0 && (
        <NativeSelect
          size="md"
          label={text.client}
          disabled={disabled}
          value={String(clientId ?? '')}
          data={[
            { value: '', label: usual ? `${usual.name} (${text.byPlace})` : text.byPlace },
            ...data.clients.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) => give.mutate({ clientId: idOf(currentTarget.value) })}
        />
      )}
    </div>
  )
}
