const REFUSED = /^q\s*=\s*0(?:\.0{0,3})?$/

/** Whether Accept-Encoding (RFC 9110, 12.5.3) accepts `coding`; `;q=0` refuses one, or by `*` the rest. */
export function acceptsEncoding(header: string | null, coding: string): boolean {
  if (header === null) return false
  let isOtherAccepted = false
  for (const item of header.toLowerCase().split(',')) {
    const [name, ...parameters] = item.split(';').map((part) => part.trim())
    const isAccepted = !parameters.some((parameter) => REFUSED.test(parameter))
    if (name === coding) return isAccepted
    if (name === '*') isOtherAccepted = isAccepted
  }
  return isOtherAccepted
}
