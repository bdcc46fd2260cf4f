import { RecoveryPage } from '../features/recovery/recovery-page.tsx'

export default function RecoveryRoute() {
  return <RecoveryPage />
}
