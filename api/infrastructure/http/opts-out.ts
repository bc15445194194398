/** Whether the browser opts out of analytics: Do Not Track or Global Privacy Control. */
export function optsOut(headers: Headers): boolean {
  return headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'
}
