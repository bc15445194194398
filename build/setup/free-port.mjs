import { createServer } from 'node:net'

/**
 * First port and count of those that are given. Every system keeps its own choice (port 0, and the near end of a
 * connection) above them, from 32768 on Linux and from 49152 elsewhere, so it takes none between `freePort` and
 * the start of the server that gets it.
 */
const FIRST = 20_000
const COUNT = 12_000

/** Processes side by side begin far from each other: a prime that does not divide COUNT. */
const STEP = 7919

let next = (process.pid * STEP) % COUNT

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((answer) => {
    const probe = createServer().once('error', () => answer(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(true)))
  })
}

/**
 * A port of 127.0.0.1 on which nothing listens, for a server that must be told its port. This process gets it
 * once.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let attempt = 0; attempt < COUNT; attempt++) {
    const port = FIRST + next
    next = (next + 1) % COUNT
    if (await isFree(port)) return port
  }
  throw new Error('there is no free port')
}

/**
 * The first of two free ports in a row; the embedded sign-in provider takes the second.
 * @returns {Promise<number>}
 */
export async function freePortPair() {
  for (let port = await freePort(); ; ) {
    const second = await freePort()
    if (second === port + 1) return port
    port = second
  }
}
