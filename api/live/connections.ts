/**
 * How many live streams one address group may hold in one process, and all together. Several
 * processes do not tell each other: a stream costs the process that holds it, the system spreads
 * connections by chance, and an even share of a hundred would turn away an office whose streams
 * happened to meet in one. So one address may hold a hundred in each.
 */
const PER_ADDRESS = 100
const IN_ALL = 50_000

/** Counts open streams so that no one can hold them all. */
export interface Connections {
  /** False when this address, or the server, has too many. */
  open(address: string): boolean
  close(address: string): void
  size(): number
}

/** `factor` widens what one address may hold, for load tests. */
export function createConnections(factor = 1): Connections {
  const byAddress = new Map<string, number>()
  let all = 0
  return {
    open(address) {
      const own = byAddress.get(address) ?? 0
      if (own >= PER_ADDRESS * factor || all >= IN_ALL) return false
      byAddress.set(address, own + 1)
      all += 1
      return true
    },
    close(address) {
      const own = (byAddress.get(address) ?? 1) - 1
      if (own <= 0) byAddress.delete(address)
      else byAddress.set(address, own)
      all -= 1
    },
    size: () => all,
  }
}
