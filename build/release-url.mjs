const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/**
 * A URL that is built into the desktop app. Plain http would let anybody in between change what the app
 * shows or, for updates, runs.
 * @param {string} name of the environment variable
 * @param {string} address
 * @param {boolean} mayBeLocal whether http to this machine is allowed
 * @returns {string} the address
 * @throws {Error} for another protocol
 */
export function releaseUrl(name, address, mayBeLocal) {
  const url = URL.parse(address)
  const isLocal = url?.protocol === 'http:' && LOOPBACK.includes(url.hostname)
  if (url?.protocol === 'https:' || (mayBeLocal && isLocal)) return address
  throw new Error(`${name} must be an https URL${mayBeLocal ? ', or http to this machine' : ''}.`)
}
