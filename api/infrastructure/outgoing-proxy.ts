/** Variables that Bun's fetch reads too, in either case. */
interface ProxyVariables {
  httpsProxy: string | undefined
  noProxy: string | undefined
}

/** Whether NO_PROXY (hosts and their subdomains, or `*`) names the host. */
function isExempt(hostname: string, noProxy: string): boolean {
  const names = noProxy.split(',').map((name) => name.trim().replace(/^\*?\./, ''))
  return names.some((name) => name === '*' || name === hostname || hostname.endsWith(`.${name}`))
}

/**
 * The proxy for a WebSocket, which unlike fetch takes none from the environment; undefined without one.
 * A local address in plain text (ws:) is reached directly.
 * @throws Error when HTTPS_PROXY is no URL
 */
export function proxyFor(
  address: string,
  { httpsProxy, noProxy }: ProxyVariables,
): string | undefined {
  if (!httpsProxy?.trim()) return undefined
  const { protocol: scheme } = URL.parse(httpsProxy) ?? {}
  if (scheme !== 'http:' && scheme !== 'https:') {
    throw new Error('HTTPS_PROXY must be a URL such as http://proxy.example:3128.')
  }
  const { protocol, hostname } = new URL(address)
  return protocol === 'wss:' && !isExempt(hostname, noProxy ?? '') ? httpsProxy : undefined
}
