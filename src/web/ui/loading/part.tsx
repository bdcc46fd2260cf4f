import {
  Component,
  type ComponentType,
  type ErrorInfo,
  type ReactNode,
  useEffect,
  useEffectEvent,
} from 'react'
import { commonText } from '../../text/page.ts'
import { toastFailure } from '../toast/toast.ts'
import { later, type PartFailure } from './later.tsx'
import { LoadFailure } from './load-failure.tsx'
import { reloadIfReplaced } from './replaced-page.ts'

const RETRY_MS = 5_000

const parts: { load: () => Promise<void> }[] = []

/**
 * Loads every part that is declared, one after the other, also those that a loaded part declares. Each waits for `turn`.
 */
export async function fetchPartsAhead(turn: () => Promise<void>): Promise<void> {
  for (const { load } of parts) {
    await turn()
    await load()
  }
}

interface PartProps {
  meanwhile?: ReactNode
  /** Of a part that the person has asked for over the page, as a dialog: it closes, and a toast says why. */
  onFailed?: () => void
}

/**
 * A chunk of the page that fails alone: what did not load, or threw while it was rendered, says so in its place. What did
 * not load is tried again by a press, and by itself.
 */
export function part<P extends object>(fetchPart: () => Promise<ComponentType<P>>) {
  const Loaded = later(fetchPart)
  parts.push(Loaded)
  function Part({ onFailed, ...props }: P & PartProps) {
    const instead = (failure: PartFailure) =>
      onFailed ? <Closed onFailed={onFailed} /> : <Failed failure={failure} />
    return (
      <PartBoundary instead={instead}>
        <Loaded {...(props as unknown as P & PartProps)} instead={instead} />
      </PartBoundary>
    )
  }
  return Object.assign(Part, { load: Loaded.load })
}

function Failed({ failure }: { failure: PartFailure }) {
  const retry = useEffectEvent(failure.refetch)
  const broken = failure.error instanceof BrokenPart
  useEffect(() => {
    if (broken) return
    // After a deploy the chunk is gone: the page of the new version has another.
    void reloadIfReplaced()
    const timer = setInterval(() => retry(), RETRY_MS)
    const online = () => retry()
    window.addEventListener('online', online)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', online)
    }
  }, [broken])
  return (
    <LoadFailure
      title={commonText.partFailed}
      reason={broken ? commonText.partBroken : commonText.partAway}
      // The tries by themselves would make the button flicker.
      query={{ ...failure, isFetching: false }}
    />
  )
}

function Closed({ onFailed }: { onFailed: () => void }) {
  const close = useEffectEvent(onFailed)
  useEffect(() => {
    toastFailure('part-failed', commonText.partFailed, commonText.partAwayShort)
    close()
  }, [])
  return null
}

/** It loaded and threw: trying again by itself would throw again. */
class BrokenPart extends Error {}

class PartBoundary extends Component<
  { children: ReactNode; instead: (failure: PartFailure) => ReactNode },
  { failed: boolean }
> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('No se pudo mostrar una parte de la página', error, info.componentStack)
  }

  override render(): ReactNode {
    const { children, instead } = this.props
    if (!this.state.failed) return children
    const refetch = () => this.setState({ failed: false })
    return instead({ error: new BrokenPart(), isFetching: false, refetch })
  }
}
