import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshFeaturesAfter } from '../../../api/entitlements.ts'
import { changePlace, createPlace, importPlaces, placesPath, retirePlace } from '../../../api/places.ts'
import { HttpError } from '../../../lib/http.ts'
import { worded } from '../../../text/messages.ts'
import { placesText as text } from '../../../text/places.ts'
import { toast, toastFailure } from '../../../ui/toast/toast.ts'
import { type PlaceDraft, requestOf } from './model.ts'

/** A change of the places: everything that is read of them is refetched either way. */
function useChange<Wanted, Answer>(call: (wanted: Wanted) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation<Answer, Error, Wanted>({
    mutationFn: (wanted) =>
      call(wanted).catch((error: unknown) => {
        refreshFeaturesAfter(client, error)
        throw error
      }),
    onSettled: () =>
      void client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith(placesPath),
      }),
  })
}

/** `id` null: a new place. */
export const useSavePlace = (id: number | null) =>
  useChange(async (draft: PlaceDraft) => {
    if (id !== null) {
      await changePlace(id, requestOf(draft))
      toast({ title: text.changed, id: 'place-saved' })
      return
    }
    const { operations } = await createPlace(requestOf(draft))
    const description = operations > 0 ? { description: text.createdHint(operations) } : {}
    toast({ title: text.created, ...description, id: 'place-saved' })
  })

export function useRetirePlace() {
  const retire = useChange(retirePlace)
  return {
    ...retire,
    mutate: (id: number, onSuccess: () => void) =>
      retire.mutate(id, {
        onSuccess: () => {
          toast({ title: text.retired, id: 'place-retired' })
          onSuccess()
        },
        onError: (error) => toastFailure('place-retired', text.retireFailed, sentenceOf(error)),
      }),
  }
}

/** Of a GeoJSON file. */
export const useImportPlaces = () =>
  useChange(async (file: File) => {
    let geoJson: Parameters<typeof importPlaces>[0]
    try {
      geoJson = JSON.parse(await file.text())
    } catch {
      throw new Error(text.notJson)
    }
    const counts = await importPlaces(geoJson)
    toast({ title: text.importedTitle, description: text.imported(counts), id: 'places-imported' })
  })

export const sentenceOf = (error: Error): string =>
  error instanceof HttpError ? error.sentence : error.message || text.saveFailed

/** What is wrong with a file, a line for each feature. */
export function importFaults(error: Error): string[] {
  const details = error instanceof HttpError ? (error.body.details ?? []) : []
  const lines = details.map((detail) => {
    const [, position] = /^features\.(\d+)/.exec(detail.path) ?? []
    const words = worded(detail)
    return position === undefined ? words : `${text.feature(Number(position) + 1)} ${words}`
  })
  return lines.length > 0 ? lines : [sentenceOf(error)]
}
