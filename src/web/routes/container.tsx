import { useParams } from 'wouter'
import { TrackingScreen } from '../features/tracking/components/tracking-screen.tsx'

export default function ContainerRoute() {
  const { reference = '' } = useParams()
  return <TrackingScreen key={reference} reference={reference} />
}
