import { RecoveryScreen } from '../features/recovery/components/recovery-screen.tsx'

export default function RecoveryRoute() {
  return <RecoveryScreen />
}
