import { runTasks } from '#api/infrastructure/worker-thread.ts'
import { createCardDrawer } from './draw-card.ts'
import type { CardElement } from './element.ts'

// Runs in a thread of its own, because a card takes about 60 ms of CPU.

const drawer = createCardDrawer()

runTasks(async (card: CardElement) => (await drawer)(card))
