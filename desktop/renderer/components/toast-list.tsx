import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from './button.tsx'
import { dismiss, type Toast, toasts } from './toast.ts'
import styles from './toast-list.module.css'

interface ToastListProps {
  dismissText: string
}

/**
 * The toasts, at the top centre. The list is a popover, so that it also lies above open dialogs; a
 * screen reader hears each toast as it comes, a failure at once.
 */
export function ToastList({ dismissText }: ToastListProps) {
  const list = useStore(toasts)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const popover = element.current
    if (!popover?.showPopover || list.length === 0) return
    // Of two things in the top layer the later lies above. Otherwise it stays open, for a live
    // region speaks only of what changes while it is there.
    if (document.querySelector('dialog[open]')) popover.hidePopover()
    if (!popover.matches(':popover-open')) popover.showPopover()
  }, [list])
  const show = (tones: Toast['tone'][]) =>
    list
      .filter(({ tone }) => tones.includes(tone))
      .map((toast) => <Item key={toast.id} toast={toast} dismissText={dismissText} />)
  return (
    <div ref={element} popover="manual" className={styles.list}>
      <div role="alert">{show(['bad'])}</div>
      <div role="status">{show(['info', 'good'])}</div>
    </div>
  )
}

function Item({ toast, dismissText }: { toast: Toast; dismissText: string }) {
  const { id, text, tone, action } = toast
  return (
    <div className={`${styles.toast} ${styles[tone]}`} data-toast={id}>
      <span>{text}</span>
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
        onClick={() => dismiss(id)}
        aria-label={dismissText}
      >
        ×
      </button>
    </div>
  )
}
