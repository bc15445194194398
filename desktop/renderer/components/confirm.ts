import { ConfirmDialog } from './confirm-dialog.tsx'
import { type ConfirmOptions, confirms } from './open-confirms.ts'

let lastId = 0

/** Resolves to whether the user confirmed. Never rejects. */
export function confirm({ safe = 'no', ...options }: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const answer = (agrees: boolean) => {
      confirms.setState((open) => open.filter((each) => each.id !== id), true)
      resolve(agrees)
    }
    const dismiss = () => answer(safe === 'yes')
    const question = { ...options, safe, id, answer, dismiss, Dialog: ConfirmDialog }
    confirms.setState((open) => [...open, question], true)
  })
}
