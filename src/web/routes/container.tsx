import { useParams } from 'wouter'
import { TrackingScreen } from '../features/tracking/components/tracking-screen.tsx'

export default function ContainerRoute() {
  const { containerId = '' } = useParams()
  return <TrackingScreen key={containerId} containerId={containerId} />
}
