import type { UseQueryResult } from '@tanstack/react-query'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useFailureText } from '#desktop/renderer/platform/use-failure-text.ts'

/** Says that a query failed and why, and offers to ask again. */
export function LoadFailure({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const { t } = useLanguage()
  const text = `${t('state.failed')} ${useFailureText(query.error)}`
  return <Failure text={text.trim()} retryText={t('state.retry')} onRetry={() => query.refetch()} />
}
