import ipaddr from 'ipaddr.js'

/** Format of nearly every peer address; it needs no parsing. */
const PLAIN_IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/

type Address = ipaddr.IPv4 | ipaddr.IPv6

function isWithin(address: Address, network: string): boolean {
  const [range, bits] = network.includes('/')
    ? ipaddr.parseCIDR(network)
    : [ipaddr.process(network)]
  if (range.kind() !== address.kind()) return false
  return address.match(range, bits ?? (range.kind() === 'ipv4' ? 32 : 128))
}

function parse(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null
}

/**
 * The address of the client. X-Forwarded-For is believed only from `trustedProxies`, and read from
 * its end: everything before the last hop that is not a proxy of ours could be invented.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  trustedProxies: readonly string[],
): string {
  if (trustedProxies.length === 0 && PLAIN_IPV4.test(peer)) return peer
  const isTrusted = (address: Address) =>
    trustedProxies.some((network) => isWithin(address, network))
  let current = parse(peer)
  if (!current) return 'unknown'
  const hops = trustedProxies.length > 0 && forwardedFor ? forwardedFor.split(',') : []
  while (hops.length > 0 && isTrusted(current)) {
    const next = parse(hops.pop()?.trim() ?? '')
    if (!next) break
    current = next
  }
  return current.toString()
}

/**
 * Whether the peer itself is a proxy of ours. Only then is what it says of a request believed: its id,
 * its place in a trace.
 */
export function isTrustedPeer(peer: string, trustedProxies: readonly string[]): boolean {
  const address = trustedProxies.length > 0 ? parse(peer) : null
  return address !== null && trustedProxies.some((network) => isWithin(address, network))
}

/** Key of rate limits: the IPv4 address, or the /64 of one IPv6 customer. */
export function addressGroup(address: string): string {
  if (PLAIN_IPV4.test(address)) return address
  const parsed = parse(address)
  if (!parsed) return 'unknown'
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
}
