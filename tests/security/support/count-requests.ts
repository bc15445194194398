import { afterAll } from 'bun:test'
import { Socket } from 'node:net'
import { reportCounts } from '#tests/support/counts.ts'

// Loaded before the tests of a file by `npm run security`: counts what they send, so that nobody
// counts by hand.
const sent = { requests: 0, connections: 0, streams: 0 }

globalThis.fetch = new Proxy(globalThis.fetch, {
  apply(target, self, args) {
    sent.requests += 1
    return Reflect.apply(target, self, args)
  },
})

globalThis.WebSocket = new Proxy(globalThis.WebSocket, {
  construct(target, args) {
    sent.streams += 1
    return Reflect.construct(target, args)
  },
})

Socket.prototype.connect = new Proxy(Socket.prototype.connect, {
  apply(target, self, args) {
    sent.connections += 1
    return Reflect.apply(target, self, args)
  },
})

afterAll(() => reportCounts('sent', sent))
