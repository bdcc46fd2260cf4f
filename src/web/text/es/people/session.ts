/** Words about the session, which every page has. The specification quotes the English ones. */
export const session = {
  logoutDone: 'Logged out',
  logoutFailed: 'Logout failed',
  logoutFailure: 'Error al cerrar sesión. Su sesión sigue abierta: revise la conexión e inténtelo de nuevo.',
  userLoadFailed: 'No se pudo comprobar su sesión',
  loginDone: 'Login successful',
  welcomeBack: (name: string) => `Welcome back, ${name}`,
  loginFailed: 'Login failed',
  registerDone: 'Registration successful',
  welcome: (name: string) => `Welcome, ${name}`,
  registerFailed: 'Registration failed',
  roleSupervisor: 'Supervisor',
  roleOperator: 'Operador',
} as const
