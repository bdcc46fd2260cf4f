import { useMutation, useQuery } from '@tanstack/react-query'
import type { AdminFailure } from '../../../../api/admin/failure.ts'
import { adminSessionQuery, logOutAsAdmin } from '../../../../api/admin/login.ts'
import { endAdminSession, wasLoggedIn } from '../../../../api/admin/session.ts'
import { adminText } from '../../../../text/console.ts'
import { hideToast, toastFailure } from '../../../../ui/toast/toast.ts'
import { gate } from './gate.ts'

export function useAdminSession() {
  const { data, isError } = useQuery(adminSessionQuery)
  return { state: gate({ session: data, failed: isError }, wasLoggedIn()), ended: data?.ended ?? false }
}

export function useAdminLogout() {
  return useMutation<unknown, AdminFailure>({
    mutationFn: logOutAsAdmin,
    onSuccess: () => {
      hideToast('admin-logout')
      endAdminSession({ ended: false })
    },
    onError: ({ status, message }) => {
      if (status === 401) return
      toastFailure('admin-logout', adminText.logoutFailed, message)
    },
  })
}
