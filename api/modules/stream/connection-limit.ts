/** Maximum sockets per address group and instance; an office may share one address. */
const PER_ADDRESS = 100

/** Limits open sockets per address group and in total. Instances count separately. */
export interface ConnectionLimit {
  /** @returns false when the address group or the instance has too many */
  acquire(address: string): boolean
  release(address: string): void
  size(): number
}

interface ConnectionLimitOptions {
  /** Multiplies the quota per address. */
  factor: number
  /** Maximum of all addresses. */
  total: number
}

/** Creates the limit of one instance. */
export function createConnectionLimit(options: ConnectionLimitOptions): ConnectionLimit {
  const perAddress = PER_ADDRESS * options.factor
  const byAddress = new Map<string, number>()
  let total = 0
  return {
    acquire(address) {
      const own = byAddress.get(address) ?? 0
      if (own >= perAddress || total >= options.total) return false
      byAddress.set(address, own + 1)
      total += 1
      return true
    },
    release(address) {
      const own = (byAddress.get(address) ?? 1) - 1
      if (own <= 0) byAddress.delete(address)
      else byAddress.set(address, own)
      total -= 1
    },
    size: () => total,
  }
}
