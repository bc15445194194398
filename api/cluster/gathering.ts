import type { Clock } from '#api/infrastructure/clock.ts'
import type { Child, Launched } from './child.ts'
import type { Figures, FromChild } from './messages.ts'

/** Who has not answered after this long is left out: it is busy, or has just ended. */
const PATIENCE_MS = 1_000

/** Gets the figures of all children for the one that was asked for them. */
export interface Gathering {
  hear(from: Launched, message: FromChild): void
}

/** `children` answers those who are up. */
export function createGathering(children: () => readonly Launched[], clock: Clock): Gathering {
  /** What each question still waits for, by its id. */
  const open = new Map<number, (from: Launched, figures: Figures) => void>()
  let lastId = 0

  const ask = (asker: Child, askerId: number) => {
    const id = ++lastId
    const asked = children()
    const found = new Map<Launched, Figures>()
    const finish = () => {
      cancel()
      open.delete(id)
      asker.send({ type: 'gathered', id: askerId, all: [...found.values()] })
    }
    const cancel = clock.after(PATIENCE_MS, finish)
    open.set(id, (from, figures) => {
      found.set(from, figures)
      if (found.size === asked.length) finish()
    })
    for (const child of asked) child.send({ type: 'figures', id })
  }

  return {
    hear(from, message) {
      if (message.type === 'gather') ask(from, message.id)
      if (message.type === 'figures') open.get(message.id)?.(from, message.figures)
    },
  }
}
