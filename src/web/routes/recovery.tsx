import { RecoveryScreen } from '../features/people/recovery/components/recovery-screen.tsx'
import { recoveryText } from '../text/recovery.ts'
import { PageTitle } from '../ui/page/page-title.tsx'

export default function RecoveryRoute() {
  return (
    <>
      <PageTitle>{recoveryText.title}</PageTitle>
      <RecoveryScreen />
    </>
  )
}
