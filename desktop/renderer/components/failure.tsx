import { useStore } from 'zustand'
import { failureText, loadedErrorText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { Button } from './button.tsx'
import styles from './failure.module.css'

interface FailureProps {
  text: string
  onRetry: () => void
}

/** Alert in place of something that could not be loaded, with a retry button. */
export function Failure({ text, onRetry }: FailureProps) {
  const { t } = useLanguage()
  return (
    <div className={styles.failure} role="alert">
      <p>{text}</p>
      <Button kind="plain" onClick={() => onRetry()}>
        {t('state.retry')}
      </Button>
    </div>
  )
}

/** `failureText` in the page's language; renders again when the texts of error codes have loaded. */
export function useFailureText(error: unknown): string {
  useStore(loadedErrorText)
  return failureText(useLanguage(), error)
}

interface LoadFailureProps {
  error: Error | null
  onRetry: () => void
  /** Sentence before the reason; "could not be loaded" by default. */
  lead?: string
  /** Sentence after the reason. */
  note?: string
}

/** Failure of a query with its reason. */
export function LoadFailure({ error, onRetry, lead, note }: LoadFailureProps) {
  const { t } = useLanguage()
  const parts = [lead ?? t('state.failed'), useFailureText(error), note]
  return <Failure text={parts.filter(Boolean).join(' ')} onRetry={onRetry} />
}
