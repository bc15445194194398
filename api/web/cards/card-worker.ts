import { parentPort } from 'node:worker_threads'
import { createCardDrawer } from './draw-card.ts'
import type { CardReply, CardRequest } from './renderer.ts'

// Runs in a thread of its own, because a card takes about 60 ms of CPU.

const drawer = createCardDrawer()

parentPort?.on('message', async ({ id, card }: CardRequest) => {
  const send = (reply: CardReply) => parentPort?.postMessage(reply)
  try {
    send({ id, png: await (await drawer)(card) })
  } catch (error) {
    send({ id, error: String(error) })
  }
})
