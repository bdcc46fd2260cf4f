import { AdminConsole } from '../features/console/admin/console/admin-console.tsx'
import { adminText } from '../text/console.ts'
import { PageTitle } from '../ui/page/page-title.tsx'

export default function AdminRoute() {
  return (
    <>
      <PageTitle>{adminText.title}</PageTitle>
      <AdminConsole />
    </>
  )
}
