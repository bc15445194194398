import type { TestServer } from '#tests/support/test-server.ts'

/**
 * Jumps the server's clock to `instant` (ISO 8601) and advances it by a second a second until `shown`
 * resolves, so that a page that missed the jump gets newer times.
 */
export async function advanceUntil(
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
