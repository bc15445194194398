import { Failure } from '#desktop/renderer/components/failure.tsx'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'

interface ListFailureProps {
  error: Error | null
  onRetry: () => void
}

/** Stands where the list would be: why it is not there, and another try. */
export function ListFailure({ error, onRetry }: ListFailureProps) {
  const language = useLanguage()
  const { t } = language
  const text = failureText(language, error) || t('state.failed')
  return <Failure text={text} onRetry={onRetry} />
}
