import { ActionIcon } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { toast } from '../toast/toast.ts'

export interface RefreshButtonProps {
  label: string
  refreshing: boolean
  onRefresh: () => void
  className?: string | undefined
}

/** The page that shows it imports the sheet of ActionIcon. */
export function RefreshButton({ label, refreshing, onRefresh, className = '' }: RefreshButtonProps) {
  return (
    <ActionIcon
      className={className}
      variant="default"
      size={44}
      aria-label={label}
      title={label}
      loading={refreshing}
      onClick={onRefresh}
    >
      <RefreshCw size={18} />
    </ActionIcon>
  )
}

/** A refresh whose result a toast with `id` reports. */
export function ReportedRefresh({
  id,
  words,
  refetch,
}: {
  id: string
  words: { refresh: string; refreshed: string; refreshFailed: { title: string; description: string } }
  refetch: () => Promise<{ isError: boolean }>
}) {
  const { mutate, isPending } = useMutation({
    mutationFn: refetch,
    onSuccess: ({ isError }) =>
      toast(
        isError ? { ...words.refreshFailed, variant: 'destructive', id } : { title: words.refreshed, id },
      ),
  })
  return <RefreshButton label={words.refresh} refreshing={isPending} onRefresh={() => mutate()} />
}
