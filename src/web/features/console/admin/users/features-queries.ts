import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FeaturesResponse } from '#contract/http/entitlements'
import type { AdminFailure } from '../../../../api/admin/failure.ts'
import { auditKey } from '../../../../api/admin/system.ts'
import { changeFeatures, userFeaturesQuery, usersQuery } from '../../../../api/admin/users.ts'
import { serverNow } from '../../../../lib/time/server-clock.ts'
import { adminSettingsText, adminUsersText as text } from '../../../../text/console.ts'
import { hideToast, toast, toastFailure } from '../../../../ui/toast/toast.ts'
import { invalidateAfterLast, isPending, usePending } from '../pending.ts'
import { differing, type FeatureChange, withFeatures } from './features-model.ts'
import { withAnswer } from './model.ts'

const FEATURES_CHANGE = ['admin', 'features'] as const

export const usePendingFeatures = (): FeatureChange[] => usePending<FeatureChange>(FEATURES_CHANGE)

/** The features of a supervisor with pending changes applied. */
export function useUserFeatures(id: number) {
  const query = useQuery(userFeaturesQuery(id))
  const pending = usePendingFeatures()
  const features =
    query.data &&
    withFeatures(
      query.data.features,
      pending.filter((change) => change.id === id).map((change) => change.features),
      serverNow(),
    )
  return { query, features }
}

const featuresToast = ({ id, features }: FeatureChange): string =>
  `admin-features-${id}-${Object.keys(features)}`

/** `failed`: the title of the failure toast. A change of the same feature is ignored while one is pending. */
export function useChangeFeatures(failed: string) {
  const client = useQueryClient()
  const mutation = useMutation<FeaturesResponse, AdminFailure, FeatureChange>({
    mutationKey: FEATURES_CHANGE,
    // Serial: an answer holds all features, so a stale one must not arrive last.
    scope: { id: 'admin-features' },
    mutationFn: ({ id, features }) => changeFeatures(id, features),
    onSuccess: async (answer, { id, features: wanted }) => {
      const { queryKey } = userFeaturesQuery(id)
      await Promise.all([
        client.cancelQueries({ queryKey: usersQuery.queryKey }),
        client.cancelQueries({ queryKey }),
      ])
      client.setQueryData(queryKey, answer)
      client.setQueryData(usersQuery.queryKey, (old) => old && withAnswer(old, id, answer.features))
      const names = differing(wanted, answer.features).map(featureName)
      const toastId = featuresToast({ id, features: wanted })
      if (names.length === 0) hideToast(toastId)
      else toast({ title: text.differs, description: text.differsHint(names.join(', ')), id: toastId })
    },
    onError: ({ message }, change) => toastFailure(featuresToast(change), failed, message),
    onSettled: (_answer, _failure, { id }) =>
      invalidateAfterLast(
        client,
        FEATURES_CHANGE,
        usersQuery.queryKey,
        auditKey,
        userFeaturesQuery(id).queryKey,
      ),
  })
  return (change: FeatureChange) => {
    const isSame = ({ id, features }: FeatureChange) =>
      id === change.id && Object.keys(change.features).some((name) => name in features)
    if (!isPending(client, FEATURES_CHANGE, isSame)) mutation.mutate(change)
  }
}

function featureName(name: string): string {
  if (name === 'premiumActivated') return text.premium
  if (name === 'operatorLimit') return adminSettingsText.limit
  return adminSettingsText.featureNames[name as keyof typeof adminSettingsText.featureNames].label
}
