import { type QueryClient, type QueryKey, useMutationState } from '@tanstack/react-query'

/** The changes that have been sent and not been answered. */
export function usePending<Change>(mutationKey: readonly string[]): Change[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  })
}

/** Whether such a change has been sent and not been answered. */
export function isPending<Change>(
  client: QueryClient,
  mutationKey: readonly string[],
  isSame: (change: Change) => boolean,
): boolean {
  const predicate = ({ state }: { state: { variables: unknown } }) => isSame(state.variables as Change)
  return client.isMutating({ mutationKey, predicate }) > 0
}

/** Marks queries stale after the last of several pending changes. Earlier, an answer would undo how the others look. */
export function invalidateAfterLast(
  client: QueryClient,
  mutationKey: readonly string[],
  ...queryKeys: QueryKey[]
): void {
  if (client.isMutating({ mutationKey }) > 1) return
  invalidate(client, ...queryKeys)
}

/** Not awaited: the change itself is done, whenever the lists come. */
export function invalidate(client: QueryClient, ...queryKeys: QueryKey[]): void {
  for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey })
}
