import type { UseQueryResult } from '@tanstack/react-query'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'

/** Says that a query failed and why, and offers to ask again. */
export function LoadFailure({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const language = useLanguage()
  const { t } = language
  const text = `${t('state.failed')} ${failureText(language, query.error)}`
  return <Failure text={text.trim()} retryText={t('state.retry')} onRetry={() => query.refetch()} />
}
