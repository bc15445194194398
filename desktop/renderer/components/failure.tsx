import { Button } from './button.tsx'
import styles from './failure.module.css'

interface FailureProps {
  text: string
  retryText: string
  onRetry: () => void
}

/** Says that something could not be loaded, and offers to try again. */
export function Failure({ text, retryText, onRetry }: FailureProps) {
  return (
    <div className={styles.failure} role="alert">
      <p>{text}</p>
      <Button kind="plain" onClick={onRetry}>
        {retryText}
      </Button>
    </div>
  )
}
