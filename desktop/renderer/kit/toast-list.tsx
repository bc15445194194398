import { useStore } from '../platform/store.ts'
import { dismiss, toasts } from './toast.ts'
import styles from './toast-list.module.css'

/** The toasts, at the top centre; a screen reader hears each as it comes. */
export function ToastList({ dismissText }: { dismissText: string }) {
  const list = useStore(toasts)
  return (
    <div className={styles.list} role="status" aria-live="polite">
      {list.map(({ id, text, tone }) => (
        <div key={id} className={`${styles.toast} ${styles[tone]}`} data-toast={id}>
          <span>{text}</span>
          <button type="button" onClick={() => dismiss(id)} aria-label={dismissText}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
