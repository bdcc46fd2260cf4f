import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { AuditResponse } from '#contract/http/console/audit'
import type { AdminFailure } from '../../../../api/admin/failure.ts'
import { auditKey, fetchAudit } from '../../../../api/admin/system.ts'
import { type AuditFilters, auditSearch } from './audit-model.ts'

const AUDIT_ROWS = 50

/** The audit log in pages, newest first. `zone`: the IANA zone of the filters' days. */
export function useAudit(filters: AuditFilters, zone: string) {
  return useInfiniteQuery<AuditResponse, AdminFailure, { pages: AuditResponse[] }, unknown[], string | null>({
    queryKey: [...auditKey, auditSearch(filters, zone, null, AUDIT_ROWS)],
    queryFn: ({ pageParam, signal }) => fetchAudit(auditSearch(filters, zone, pageParam, AUDIT_ROWS), signal),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
}
