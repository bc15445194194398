import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { Button } from './button.tsx'
import { confirms } from './open-confirms.ts'
import { dismiss, type Toast, toasts } from './toast.ts'
import styles from './toast-list.module.css'

/** Toasts at the top center, in a popover so that they are above open dialogs. */
export function ToastList() {
  const list = useStore(toasts)
  const dialogs = useStore(confirms)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const popover = element.current
    if (!popover?.showPopover) return
    // The last element of the top layer is uppermost, so a new dialog would cover the toasts. Otherwise the
    // popover stays open, even empty: live regions announce only changes while they are rendered.
    const isCovered = dialogs.length > 0 || document.querySelector('dialog[open]')
    if (isCovered && list.length > 0) popover.hidePopover()
    if (!popover.matches(':popover-open')) popover.showPopover()
  }, [list, dialogs])
  const show = (tones: Toast['tone'][]) =>
    list
      .filter(({ tone }) => tones.includes(tone))
      .map((toast) => <Item key={toast.id} toast={toast} />)
  const failures = show(['bad'])
  return (
    <div ref={element} popover="manual" className={styles.list}>
      {/* An alert is announced when it appears, a status only when it changes. */}
      {failures.length > 0 && <div role="alert">{failures}</div>}
      <div role="status">{show(['info', 'good'])}</div>
    </div>
  )
}

function Item({ toast }: { toast: Toast }) {
  const { t } = useLanguage()
  const { id, text, detail, tone, action, onDismiss } = toast
  return (
    <div className={`${styles.toast} ${styles[tone]}`} data-toast={id}>
      <p>
        <span>{text}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </p>
      {action && (
        <Button
          kind="plain"
          onClick={() => {
            dismiss(id)
            action.act()
          }}
        >
          {action.text}
        </Button>
      )}
      <button
        type="button"
        className={styles.dismiss}
        onClick={() => {
          dismiss(id)
          onDismiss?.()
        }}
        aria-label={t('toast.dismiss')}
      >
        ×
      </button>
    </div>
  )
}
