import { createStore } from 'zustand/vanilla'

/** A modal confirmation. */
export interface ConfirmOptions {
  text: string
  /** Label of the confirming button. */
  yes: string
  /** Label of the declining button. */
  no: string
  /** The choice that loses nothing: focused first; the result of Escape, a click outside and leaving. */
  safe?: 'yes' | 'no'
}

export interface OpenConfirm extends Required<ConfirmOptions> {
  id: number
  answer: (agrees: boolean) => void
  /** Resolves with the safe choice. */
  dismiss: () => void
}

/** Open confirmations; the first one is shown. */
export const confirms = createStore<readonly OpenConfirm[]>(() => [])

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
    confirms.setState((open) => [...open, { ...options, safe, id, answer, dismiss }], true)
  })
}

/** Resolves every open confirmation with its safe choice. */
export function dismissConfirms(): void {
  for (const { dismiss } of confirms.getState()) dismiss()
}
