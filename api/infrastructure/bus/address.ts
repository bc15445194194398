/** A URL as it may be shown and logged: scheme, host and port, without anything secret. */
export function addressOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
