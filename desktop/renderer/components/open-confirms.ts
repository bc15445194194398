import type { ComponentType } from 'react'
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
  /** Shows the first open confirmation. Comes with it, so that home loads no dialog. */
  Dialog: ComponentType
}

/** Open confirmations; the first one is shown. */
export const confirms = createStore<readonly OpenConfirm[]>(() => [])

/** Resolves every open confirmation with its safe choice. */
export function dismissConfirms(): void {
  for (const { dismiss } of confirms.getState()) dismiss()
}
