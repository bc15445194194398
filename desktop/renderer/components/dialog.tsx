import { type ReactNode, useEffect, useRef } from 'react'
import styles from './dialog.module.css'

interface DialogProps {
  /** The id of the element that names the dialog. */
  labelledBy: string
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog that is open while it is rendered. Escape and a click outside close it; the
 * browser keeps the focus inside and gives it back to where it was.
 */
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
    // Escape is the keyboard's way; the browser turns it into the close event.
    <dialog
      ref={element}
      className={styles.dialog}
      aria-labelledby={labelledBy}
      onClose={onClose}
      onPointerDown={(event) => {
        // The dialog itself has no padding, so only its backdrop is a target of its own.
        pressedOutside.current = event.target === event.currentTarget
      }}
      onPointerUp={(event) => {
        // A selection dragged out of the dialog began inside it.
        if (pressedOutside.current && event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
