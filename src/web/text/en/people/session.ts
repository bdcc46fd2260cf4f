import type * as es from '../../es/people/session.ts'
import type { Words } from '../../words.ts'

export const session: Words<typeof es.session> = {
  logoutDone: 'Logged out',
  logoutFailed: 'Logout failed',
  logoutFailure: 'Could not log out. You are still signed in: check the connection and try again.',
  userLoadFailed: 'Your session could not be checked',
  loginDone: 'Login successful',
  welcomeBack: (name) => `Welcome back, ${name}`,
  loginFailed: 'Login failed',
  registerDone: 'Registration successful',
  welcome: (name) => `Welcome, ${name}`,
  registerFailed: 'Registration failed',
  roleSupervisor: 'Supervisor',
  roleOperator: 'Operator',
}
