import { useStore } from 'zustand'
import { confirms } from './open-confirms.ts'
import { ToastList } from './toast-list.tsx'

/** The first open confirmation, which brings its dialog, and the toasts; once in each window. */
export function Overlays() {
  const [question] = useStore(confirms)
  return (
    <>
      {question && <question.Dialog />}
      {/* After the dialog, whose effect opens it, so that the toasts come on top. */}
      <ToastList />
    </>
  )
}
