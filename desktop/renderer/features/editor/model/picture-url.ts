/** The address of a picture as typed, made whole: over https, or null where content keeps no such one. */
export function pictureUrl(typed: string): string | null {
  const text = typed.trim()
  const whole = text.startsWith('//') ? `https:${text}` : text
  const withScheme = /^[a-z][a-z\d+.-]*:/i.test(whole) ? whole : `https://${whole}`
  if (text === '' || !URL.canParse(withScheme)) return null
  const url = new URL(withScheme)
  const isPlain = url.username === '' && url.password === '' && url.hostname.includes('.')
  return url.protocol === 'https:' && isPlain ? url.href : null
}
