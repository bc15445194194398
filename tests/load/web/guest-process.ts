import { setTimeout as sleep } from 'node:timers/promises'

// Guests that come together: every second each reads one of the addresses.
const GUESTS = 1_000

process.on('message', async (addresses: readonly string[]) => {
  while (true) {
    const read = async (_: unknown, guest: number) => {
      const reply = await fetch(addresses[guest % addresses.length] ?? '')
      await reply.arrayBuffer()
    }
    await Promise.all([sleep(1_000), ...Array.from({ length: GUESTS }, read)])
    process.send?.('read')
  }
})
process.on('SIGTERM', () => process.exit(0))
