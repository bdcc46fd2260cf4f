import { AuthScreen } from '../features/accounts/components/auth-screen.tsx'

export default function AuthRoute() {
  return <AuthScreen />
}
