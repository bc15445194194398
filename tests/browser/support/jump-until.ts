import type { TestServer } from '#tests/support/test-server.ts'

/**
 * Lets the server's machine sleep until `instant` (ISO 8601) and run on from there until `shown` is
 * done: a page that was busy at the jump, or heard an older time after it, is told again each second.
 */
export async function jumpUntil(
  server: Pick<TestServer, 'jump' | 'clock'>,
  instant: string,
  shown: () => Promise<unknown>,
): Promise<void> {
  await server.jump(instant)
  const running = setInterval(() => server.clock.advance(1000), 1000)
  try {
    await shown()
  } finally {
    clearInterval(running)
  }
}
