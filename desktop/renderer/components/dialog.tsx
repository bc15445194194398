import { type ReactNode, useEffect, useRef } from 'react'
import styles from './dialog.module.css'

interface DialogProps {
  /** Id of the element that names the dialog. */
  labelledBy: string
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open while it is rendered. Escape and a click outside close it. */
export function Dialog({ labelledBy, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)

  useEffect(() => {
    const dialog = element.current
    const opener = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  return (
    // Keyboard users press Escape, which the browser turns into the close event.
    <dialog
      ref={element}
      className={styles.dialog}
      aria-labelledby={labelledBy}
      onClose={onClose}
      onPointerDown={(event) => {
        // The dialog has no padding, so an event on itself is on its backdrop.
        pressedOutside.current = event.target === event.currentTarget
      }}
      onPointerUp={(event) => {
        // A selection that is dragged out of the dialog must not close it.
        if (pressedOutside.current && event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
