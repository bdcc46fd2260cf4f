/** The console has its own session: no user is asked for there, and no live channel opens. */
export function isAdminArea(path: string): boolean {
  return path.includes('/admin') || path.includes('admin-console')
}
