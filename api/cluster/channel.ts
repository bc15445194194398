import type { Channel } from './parent-link.ts'

/** The line that the supervisor opened to this process; null when nobody did. */
export function openChannel(): Channel | null {
  if (process.send === undefined) return null
  return {
    send(message, sent = () => {}) {
      // Nobody hears the last words of a child whose supervisor is gone.
      if (process.connected) process.send?.(message, undefined, undefined, () => sent())
      else sent()
    },
    onMessage: (listener) => {
      process.on('message', listener)
    },
  }
}
