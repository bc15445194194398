import { createStore } from 'zustand/vanilla'

/** A question in a modal dialog. */
export interface ConfirmOptions {
  text: string
  /** Label of the button that agrees. */
  yes: string
  /** Label of the button that declines. */
  no: string
  /** The answer that loses nothing: focused first, and given by Escape, a click outside and leaving. */
  safe?: 'yes' | 'no'
}

export interface OpenConfirm extends Required<ConfirmOptions> {
  id: number
  answer: (agrees: boolean) => void
  /** Gives the safe answer. */
  dismiss: () => void
}

/** Open questions; the first one is shown. */
export const confirms = createStore<readonly OpenConfirm[]>(() => [])

let lastId = 0

/** Resolves to whether the person agreed. Never rejects. */
export function confirm({ safe = 'no', ...options }: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const answer = (agrees: boolean) => {
      confirms.setState((open) => open.filter((each) => each.id !== id), true)
      resolve(agrees)
    }
    const dismiss = () => answer(safe === 'yes')
    confirms.setState((open) => [...open, { ...options, safe, id, answer, dismiss }], true)
  })
}

/** Gives every open question its safe answer. */
export function dismissConfirms(): void {
  for (const { dismiss } of confirms.getState()) dismiss()
}
