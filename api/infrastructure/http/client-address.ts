import ipaddr from 'ipaddr.js'

/** Format of nearly every peer address; it needs no parsing. */
const PLAIN_IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null
}

function parseNetwork(network: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (network.includes('/')) return ipaddr.parseCIDR(network)
  const address = ipaddr.process(network)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Whether a request is the server's own, to render a page: no peer, no limit, no view. */
export const isInProcess = (clientAddress: string): boolean => clientAddress === ''

export interface Client {
  /** 'unknown' when the peer has no address. */
  address: string
  /** Whether the peer is a trusted proxy; only then are its request id and trace context used. */
  isProxied: boolean
}

/**
 * Finds the client behind `trustedProxies` (addresses or CIDR blocks). X-Forwarded-For is believed only
 * from those and read from its end: anything before the last untrusted hop could be invented.
 */
export function createClientFinder(trustedProxies: readonly string[]) {
  const trusted = { proxy: trustedProxies.map(parseNetwork) }
  const isTrusted = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
    ipaddr.subnetMatch(address, trusted, 'client') === 'proxy'
  return (peer: string, forwardedFor: string | null): Client => {
    if (trustedProxies.length === 0 && PLAIN_IPV4.test(peer)) {
      return { address: peer, isProxied: false }
    }
    let current = parse(peer)
    if (!current) return { address: 'unknown', isProxied: false }
    const isProxied = isTrusted(current)
    const hops = forwardedFor ? forwardedFor.split(',') : []
    while (hops.length > 0 && isTrusted(current)) {
      const next = parse(hops.pop()?.trim() ?? '')
      if (!next) break
      current = next
    }
    return { address: current.toString(), isProxied }
  }
}

/** Prefix that providers commonly assign to one customer, bits. */
const IPV6_CUSTOMER_PREFIX = 56

/** Key of rate limits and of a guest's views: the IPv4 address, or the /56 of one IPv6 customer. */
export function addressGroup(address: string): string {
  if (PLAIN_IPV4.test(address)) return address
  const parsed = parse(address)
  if (!parsed) return 'unknown'
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = `${parsed.toString()}/${IPV6_CUSTOMER_PREFIX}`
  return ipaddr.IPv6.networkAddressFromCIDR(network).toString()
}
