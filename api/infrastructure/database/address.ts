/** Parts of `postgresql://user:password@a:5432,[::1]/database?sslmode=require`. */
interface AddressParts {
  /** Scheme and credentials, up to the hosts. */
  before: string
  hosts: string[]
  /** Database and parameters. */
  after: string
}

/** The values of libpq's `target_session_attrs` that lead to a server which takes writes. */
const WRITABLE_TARGETS = new Set([null, 'any', 'read-write', 'primary'])

/** A password may have an `@` that is not encoded: the last one ends the credentials. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s

/** @throws Error when `address` has another scheme */
export function addressParts(address: string): AddressParts {
  const [, before, hosts, after] = ADDRESS.exec(address) ?? []
  if (before === undefined || hosts === undefined || after === undefined) {
    throw new Error('An address of PostgreSQL begins with postgresql: or postgres:')
  }
  return { before, hosts: hosts.split(','), after }
}

/**
 * The URL of each host of an address, in its order. A host without a port has 5432, as in libpq.
 * @throws Error when `address` has another scheme
 */
export function hostUrls(address: string): string[] {
  const { before, hosts, after } = addressParts(address)
  return hosts.map((host) => `${before}${host}${after}`)
}

/** Scheme, hosts and ports of an address, without credentials. */
export function publicAddress(address: string): string {
  const { before, hosts } = addressParts(address)
  return `${before.slice(0, before.indexOf('//') + 2)}${hosts.join()}`
}

/** Whether every host can be used and `target_session_attrs` asks for a server that takes writes. */
export function isDatabaseAddress(text: string): boolean {
  if (!ADDRESS.test(text)) return false
  const { hosts } = addressParts(text)
  const urls = hostUrls(text).map((url) => URL.parse(url))
  return urls.every((url) => {
    if (url === null || (hosts.length > 1 && url.hostname === '')) return false
    const { searchParams } = url
    const isList = (searchParams.get('host') ?? '').includes(',')
    return !isList && WRITABLE_TARGETS.has(searchParams.get('target_session_attrs'))
  })
}
